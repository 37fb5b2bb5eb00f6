import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The moment at which a replaced key ends. */
export class KeyEnds1764000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_keys add column ends_at timestamptz(3)`);
  }

  /** Ends replaced keys now, so that they do not stay valid. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update api_keys set revoked_at = least(ends_at, now()) where ends_at is not null and revoked_at is null`,
    );
    await runner.query(`alter table api_keys drop column ends_at`);
  }
}
