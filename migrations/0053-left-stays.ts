import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a move left: since when the deal was in the stage, and how it had ended there, so that undoing the move restores it. Null for moves of
 * earlier releases. One column: before the first statistics, PostgreSQL takes another index for a wider row.
 */
export class LeftStays1764000000053 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table stage_moves add column left_stay json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table stage_moves drop column left_stay`);
  }
}
