import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The leads of a member, and the leads of nobody, newest first. Each index is partial as in 0014. */
const INDEXES = {
  leads_responsible: `leads (account_id, responsible_id, id) where responsible_id is not null`,
  leads_unassigned: `leads (account_id, id) where responsible_id is null`,
};

export class ResponsibleLists1764000000035 implements MigrationInterface {
  /** Makes the indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${index}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
