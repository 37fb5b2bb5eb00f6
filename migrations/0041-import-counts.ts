import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counts of an import's rows as of its last batch. Null for imports of earlier releases. */
export class ImportCounts1764000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table imports add column counts integer[]`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table imports drop column counts`);
  }
}
