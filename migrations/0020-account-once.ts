import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables with the policy of 0007, 0008, 0009 and 0019. The audit trail's own policies meet a row or a page at a time. */
const TABLES = [
  'api_key_uses',
  'appointments',
  'automation_runs',
  'conversations',
  'daily_submissions',
  'deals',
  'held_submissions',
  'import_rows',
  'lead_merges',
  'lead_tags',
  'leads',
  'list_entries',
  'notifications',
  'pipelines',
  'stage_moves',
  'stages',
  'submissions',
  'tags',
];

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * The account that the transaction has named is read once per statement, as the answer of a subquery, not at each of its
 * searches: a list of leads makes hundreds. Written rows are compared as before: for one row a subquery costs more.
 */
export class AccountOnce1764000000020 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return compareWith(runner, `(select ${ACCOUNT})`);
  }

  down(runner: QueryRunner): Promise<void> {
    return compareWith(runner, ACCOUNT);
  }
}

async function compareWith(runner: QueryRunner, account: string): Promise<void> {
  for (const table of TABLES) {
    await runner.query(
      `alter policy own_account on ${table} using (account_id = ${account}) with check (account_id = ${ACCOUNT})`,
    );
  }
}
