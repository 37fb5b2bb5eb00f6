import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for the nightly deletion of old rows, account by account (docs/operations.md, "Retention"). Each contains only rows that
 * will be deleted at some time, so that no other statement can use it.
 */
export class Retention1764000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index outbox_sent on outbox (account_id, sent_at) where sent_at is not null`);
    await runner.query(`
      create index held_submissions_decided on held_submissions (account_id, resolved_at)
      where resolved_at is not null and body is not null`);
    await runner.query(
      `create index imports_finished on imports (account_id, finished_at) where finished_at is not null`,
    );
    await runner.query(`
      create index lead_merges_records on lead_merges (account_id, merged_at) where merged_lead is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index lead_merges_records, imports_finished, held_submissions_decided, outbox_sent`);
  }
}
