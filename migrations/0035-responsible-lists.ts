import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The leads of a member, and the leads of nobody, newest first; what a member did and got. Each index is partial as in 0014. */
const INDEXES = {
  leads_responsible: `leads (account_id, responsible_id, id) where responsible_id is not null`,
  leads_unassigned: `leads (account_id, id) where responsible_id is null`,
  stage_moves_member: `stage_moves (account_id, member_id, id) where member_id is not null`,
  lead_assignments_from: `lead_assignments (account_id, from_member_id, id) where from_member_id is not null`,
  lead_assignments_to: `lead_assignments (account_id, to_member_id, id) where to_member_id is not null`,
  lead_assignments_by: `lead_assignments (account_id, member_id, id) where member_id is not null`,
  audit_entries_member: `audit_entries (account_id, actor_id, id) where actor_type in ('owner', 'member')`,
};

/** Constraints that 0033 and 0034 added without a look at the rows. */
const CONSTRAINTS = {
  accounts_sellers_see_check: 'accounts',
  sessions_member: 'sessions',
  sign_in_links_member: 'sign_in_links',
  audit_entries_actor_type_check: 'audit_entries',
  leads_responsible: 'leads',
  stage_moves_member: 'stage_moves',
};

export class ResponsibleLists1764000000035 implements MigrationInterface {
  /** Makes the indexes outside a transaction, so that requests can run. Removes the rest of an interrupted run first. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table] of Object.entries(CONSTRAINTS))
      await runner.query(`alter table ${table} validate constraint ${name}`);
    for (const [name, index] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${index}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`drop index ${name}`);
  }
}
