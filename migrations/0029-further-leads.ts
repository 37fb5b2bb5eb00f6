import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Phones with several leads: one of them is not the first of its conversation. There are few such leads, however many an account has. */
export class FurtherLeads1764000000029 implements MigrationInterface {
  /** An index is made outside a transaction, so that requests can run; the rest of an interrupted run is removed first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists leads_further');
    await runner.query(
      'create index concurrently leads_further on leads (account_id, conversation_id) where copy > 0 and erased_at is null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index leads_further');
  }
}
