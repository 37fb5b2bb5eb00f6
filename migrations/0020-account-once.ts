import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables with the policy of 0007, 0008, 0009 and 0019. The audit trail's policies check only a row or a page at a time. */
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
 * A subquery reads the transaction's account once per statement, not once per index search. A list of leads makes hundreds of
 * searches. Written rows are compared as before, because a subquery costs more for a single row.
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
