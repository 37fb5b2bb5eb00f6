import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which notifications are unread: they are counted by every open page, and marked together. */
export class UnreadNotifications1764000000022 implements MigrationInterface {
  /** An index is made outside a transaction, so that requests can run; the rest of an interrupted run is removed first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists notifications_unread`);
    await runner.query(`
      create index concurrently notifications_unread on notifications (account_id, id) where read_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index notifications_unread`);
  }
}
