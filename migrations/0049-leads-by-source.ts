import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The leads that first came by a source, for the list's filter. Partial as in 0001: leads without a source have no entry. */
export class LeadsBySource1764000000049 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists leads_source`);
    await runner.query(
      `create index concurrently leads_source on leads (account_id, source_id, id) where source_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index leads_source`);
  }
}
