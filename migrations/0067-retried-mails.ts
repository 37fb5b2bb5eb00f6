import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the operator retried a mail: one that waits for more than two days is given up, and a retry begins the wait again. */
export class RetriedMails1764000000067 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table outbox add column retried_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table outbox drop column retried_at`);
  }
}
