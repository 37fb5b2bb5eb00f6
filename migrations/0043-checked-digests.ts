import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Looks at the rows that 0042 left out. Requests go on meanwhile. */
export class CheckedDigests1764000000043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table leads validate constraint leads_utm_digests`);
  }

  async down(): Promise<void> {
    // Reverting 0042 drops the constraint.
  }
}
