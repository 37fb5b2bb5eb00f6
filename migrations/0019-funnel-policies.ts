import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['pipelines', 'stages', 'api_key_uses'];

/** Row level security, as in 0007, for the tables of an account that nobody reads over several accounts. */
export class FunnelPolicies1764000000019 implements MigrationInterface {
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
