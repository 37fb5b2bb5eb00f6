import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries of which a source keeps the newest. Partial as in 0001: what makes a lead, or is held, has no entry. */
export class BoundedDeliveries1764000000050 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index concurrently if exists deliveries_bounded`);
    await runner.query(
      `create index concurrently deliveries_bounded on deliveries (account_id, source_id, result, id)
       where result in ('duplicate', 'spam', 'test')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index deliveries_bounded`);
  }
}
