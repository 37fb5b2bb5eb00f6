import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables with personal data, and with counts of people. */
const TABLES = [
  'conversations',
  'leads',
  'tags',
  'lead_tags',
  'deals',
  'stage_moves',
  'submissions',
  'held_submissions',
  'daily_submissions',
  'lead_merges',
  'appointments',
  'automation_runs',
  'notifications',
];

/**
 * A second barrier after the account_id of every query. A role that does not own the tables sees and writes only rows of
 * the transaction's account. nullif, because the setting is empty, not null, on a connection where an earlier transaction
 * has set it.
 */
export class RowLevelSecurity1764000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} enable row level security`);
      await runner.query(
        `create policy own_account on ${table}
         using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`drop policy own_account on ${table}`);
      await runner.query(`alter table ${table} disable row level security`);
    }
  }
}
