import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A keyed digest of the phone with which an entry was submitted, where that phone was corrected since: its external_id is still known
 * under both, and the old number is kept nowhere.
 */
export class CorrectedPhones1764000000055 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions add column phone_digest bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions drop column phone_digest`);
  }
}
