import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The name of the file of an import, and the values of the deals in a stage, for their sum. */
export class ImportFiles1764000000027 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Repeats the steps of an interrupted run. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table imports add column if not exists file_name text`);
    await runner.query(`drop index concurrently if exists deals_value`);
    // Most deals of partners have no value, and no entry here.
    await runner.query(
      `create index concurrently deals_value on deals (account_id, stage_id) include (value) where value is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index deals_value`);
    await runner.query(`alter table imports drop column file_name`);
  }
}
