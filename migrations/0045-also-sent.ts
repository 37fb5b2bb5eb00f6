import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a submission had that its lead did not take. Null for submissions of earlier releases, and where the lead took all. */
export class AlsoSent1764000000045 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions add column also_sent json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions drop column also_sent`);
  }
}
