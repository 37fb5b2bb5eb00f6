import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner's reason for a move to a lost stage, and the days of appointments. */
export class MoveReasons1764000000023 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Repeats the steps of an interrupted run. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table stage_moves add column if not exists reason text`);
    await runner.query(`drop index concurrently if exists appointments_start`);
    await runner.query(`create index concurrently appointments_start on appointments (account_id, starts_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index appointments_start`);
    await runner.query(`alter table stage_moves drop column reason`);
  }
}
