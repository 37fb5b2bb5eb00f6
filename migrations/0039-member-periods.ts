import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a member has around a moment, and what a member closed in a period; the further leads of a contact, also of somebody erased.
 * Appointments without a member are one range of their index. Each index is partial as in 0014.
 */
const INDEXES = {
  appointments_member: `appointments (account_id, member_id, starts_at) where not missed`,
  closings_member: `closings (account_id, member_id, closed_at) where member_id is not null`,
  leads_copies: `leads (account_id, conversation_id, created_at, id) where copy > 0`,
};

export class MemberPeriods1764000000039 implements MigrationInterface {
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
