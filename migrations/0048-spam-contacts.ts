import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a contact was erased as spam, also in the index from which figures count, so that they can leave it out. */
export class SpamContacts1764000000048 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table conversations add column if not exists is_spam boolean not null default false`);
    await runner.query(`drop index concurrently if exists conversations_period`);
    await runner.query(
      `create index concurrently conversations_period on conversations (account_id, day, origin, is_spam)`,
    );
    await runner.query(`drop index concurrently if exists conversations_metrics`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index conversations_metrics on conversations (account_id, day, origin)`);
    await runner.query(`drop index conversations_period`);
    await runner.query(`alter table conversations drop column is_spam`);
  }
}
