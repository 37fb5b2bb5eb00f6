import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['pipelines', 'stages', 'api_key_uses'];

/**
 * Row level security, as in 0007, for tables that are never read over several accounts. A submission's day becomes a column, because
 * functions of time zones are not leakproof. PostgreSQL checks a row's account before it calls them. So a role under row level
 * security cannot use an index over such an expression.
 */
export class GuardedTables1764000000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} enable row level security`);
      await runner.query(
        `create policy own_account on ${table}
         using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`,
      );
    }
    await runner.query(
      `alter table submissions add column day date generated always as ((created_at at time zone 'UTC')::date) stored`,
    );
    await runner.query(`drop index submissions_person`);
    await runner.query(`create index submissions_person on submissions (account_id, day, conversation_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions drop column day`);
    await runner.query(`
      create index submissions_person
      on submissions (account_id, ((created_at at time zone 'UTC')::date), conversation_id)`);
    for (const table of TABLES) {
      await runner.query(`drop policy own_account on ${table}`);
      await runner.query(`alter table ${table} disable row level security`);
    }
  }
}
