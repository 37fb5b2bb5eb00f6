import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * Limits of one account, null for those of the installation, and the refusals of its keys by day. The figures are the specification's and the
 * largest ones that the counts of a key may take in memory (contract/limits.ts).
 *
 * A row without a field counts all refusals of a code, a row with one those that name it. So a key has a bounded number of rows a day.
 */
export class AccountLimits1764000000057 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table accounts
        add column submissions_per_day integer check (submissions_per_day between 3000 and 1000000),
        add column calls_per_minute integer check (calls_per_minute between 120 and 10000),
        add column writes_per_minute integer check (writes_per_minute between 60 and 10000)`);
    await runner.query(`
      create table key_refusal_days (
        account_id uuid not null,
        key_id uuid not null,
        day date not null,
        code text not null,
        field text not null,
        refusals integer not null,
        primary key (account_id, key_id, day, code, field)
      )`);
    await runner.query(`alter table key_refusal_days enable row level security`);
    await runner.query(`
      create policy own_account on key_refusal_days
      using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table key_refusal_days`);
    await runner.query(
      `alter table accounts drop column submissions_per_day, drop column calls_per_minute, drop column writes_per_minute`,
    );
  }
}
