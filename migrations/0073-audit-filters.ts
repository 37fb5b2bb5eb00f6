import type { MigrationInterface, QueryRunner } from 'typeorm';

// CASE, because row level security lets no comparison with COALESCE use an index.
const LEAD = 'case when lead_id is null then subject_id else lead_id end';

/** What each filter of the audit trail reads: a range of one index, which ends with the id, so in the order of time. */
const INDEXES: Readonly<Record<string, string>> = {
  audit_entries_action: '(account_id, action, id) where action is not null',
  // A lead is the subject, or `lead_id` next to another subject.
  audit_entries_lead: `(account_id, (${LEAD}), id) where ${LEAD} is not null`,
  audit_entries_operator: `(account_id, id) where actor_type = 'operator'`,
};

/** The person of an entry has an index already. */
export class AuditFilters1764000000073 implements MigrationInterface {
  /** Makes the indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on audit_entries ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
