import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the ledger of a person day by day. An index by conversation alone would write each submission of a known person to
 * another old page. The entries of a day are next to each other, and only today's are written.
 */
export class LedgerDays1764000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index submissions_person
      on submissions (account_id, ((created_at at time zone 'UTC')::date), conversation_id)`);
    await runner.query(`drop index submissions_conversation`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`create index submissions_conversation on submissions (account_id, conversation_id)`);
    await runner.query(`drop index submissions_person`);
  }
}
