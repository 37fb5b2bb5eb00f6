import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The ledger of a person is found day by day. An index by conversation alone put every submission of a known person on a
 * page that nobody had touched for long; the entries of a day are next to each other, and only those of today are written.
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
