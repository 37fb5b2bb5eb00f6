import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/** The last refusals of a key, for its owner: one row per key, which a flood of refused calls does not lengthen. */
export class KeyRefusals1764000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A separate table, like api_key_uses, because api_keys is rarely written.
    await runner.query(`
      create table key_refusals (
        account_id uuid not null,
        key_id     uuid not null,
        refusals   jsonb not null,
        primary key (account_id, key_id)
      )`);
    await runner.query(`alter table key_refusals enable row level security`);
    await runner.query(`
      create policy own_account on key_refusals
      using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table key_refusals`);
  }
}
