import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves of deals whose stage is to be deleted. */
export class MovedStages1764000000080 implements MigrationInterface {
  /** The rows are checked in a transaction of their own, so that requests can run. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await allow(runner, "'api', 'staff', 'automation', 'stage'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update stage_moves set moved_by = 'automation' where moved_by = 'stage'`);
    await allow(runner, "'api', 'staff', 'automation'");
  }
}

async function allow(runner: QueryRunner, movers: string): Promise<void> {
  await runner.query(`
    alter table stage_moves drop constraint if exists stage_moves_moved_by_check,
      add constraint stage_moves_moved_by_check check (moved_by in (${movers})) not valid`);
  await runner.query(`alter table stage_moves validate constraint stage_moves_moved_by_check`);
}
