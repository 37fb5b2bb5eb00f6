import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Partial indexes, which only a statement about their second column can use. All indexes begin with the account. Without statistics
 * PostgreSQL expects one row per account, so any index seems right. A statement keeps its plan from that time. Now PostgreSQL can
 * choose only the right index, also for checks of foreign keys.
 */
export class PlanIndexes1764000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index leads_conversation`);
    await runner.query(`
      create unique index leads_conversation on leads (account_id, conversation_id, copy) where conversation_id is not null`);

    // copy adds an order that the primary key does not have.
    await runner.query(`drop index leads_email`);
    await runner.query(`
      create index leads_email on leads (account_id, email_key, copy) where email_key is not null`);

    await runner.query(`drop index held_submissions_phone`);
    await runner.query(`
      create index held_submissions_phone on held_submissions (account_id, phone_key) where phone_key is not null`);

    await runner.query(`drop index import_rows_phone`);
    await runner.query(`
      create index import_rows_phone on import_rows (account_id, phone_key, row_number)
      where result is null and phone_key is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index import_rows_phone`);
    await runner.query(`create index import_rows_phone on import_rows (account_id, phone_key) where result is null`);
    await runner.query(`drop index held_submissions_phone`);
    await runner.query(`create index held_submissions_phone on held_submissions (account_id, phone_key)`);
    await runner.query(`drop index leads_email`);
    await runner.query(`create index leads_email on leads (account_id, email_key) where email_key is not null`);
    await runner.query(`drop index leads_conversation`);
    await runner.query(`create unique index leads_conversation on leads (account_id, conversation_id, copy)`);
  }
}
