import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a key that was replaced ends by itself. */
export class KeyEnds1764000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table api_keys add column ends_at timestamptz(3)`);
  }

  /** A key that ends must not live on: it ends now. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update api_keys set revoked_at = least(ends_at, now()) where ends_at is not null and revoked_at is null`,
    );
    await runner.query(`alter table api_keys drop column ends_at`);
  }
}
