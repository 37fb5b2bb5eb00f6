import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a move left: since when the deal was in the stage, and how it had ended there, so that undoing the move restores it. Null for moves of
 * earlier releases.
 */
export class LeftStays1764000000053 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table stage_moves
         add column left_entered_at timestamp(3) with time zone, add column left_closing json, add column left_reason text`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table stage_moves drop column left_reason, drop column left_closing, drop column left_entered_at`,
    );
  }
}
