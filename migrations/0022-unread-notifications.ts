import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unread notifications, which every open page counts, and which are marked together. */
export class UnreadNotifications1764000000022 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
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
