import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Further leads of a phone, which are not the first of their conversation. Every account has few of them. */
export class FurtherLeads1764000000029 implements MigrationInterface {
  /** Makes the index outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
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
