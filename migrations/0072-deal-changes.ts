import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNT = `nullif(current_setting('app.account_id', true), '')::uuid`;

/**
 * Changes of a deal's money, for the timeline: its expected value, and how it ended. `before` and `after` are figures, which stay after an
 * erasure; the reasons of a loss are texts, which do not. `changed_by` has one value more than moves: a stage of another kind now.
 *
 * `audit_entries.details` has figures, ids and names of fields, never texts. `lead_id` is the lead of an entry about another thing, such as a
 * deal. Release 1.2.0 leaves both null.
 */
export class DealChanges1764000000072 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deal_changes (
        account_id uuid not null,
        id uuid not null,
        lead_id uuid not null,
        deal_id uuid not null,
        changed_at timestamp(3) with time zone not null,
        field text not null check (field in ('value', 'closing')),
        before json,
        after json,
        before_reason text,
        after_reason text,
        changed_by text not null check (changed_by in ('api', 'staff', 'automation', 'stage')),
        key_id uuid,
        member_id uuid,
        primary key (account_id, id),
        foreign key (account_id, lead_id) references leads (account_id, id) on delete cascade,
        foreign key (account_id, member_id) references member_names (account_id, id)
      )`);
    await runner.query(`create index deal_changes_lead on deal_changes (account_id, lead_id, changed_at)`);
    await runner.query(
      `create index deal_changes_member on deal_changes (account_id, member_id, id) where member_id is not null`,
    );
    await runner.query(`alter table deal_changes enable row level security`);
    await runner.query(`
      create policy own_account on deal_changes
      using (account_id = (select ${ACCOUNT})) with check (account_id = ${ACCOUNT})`);
    await runner.query(`alter table audit_entries add column lead_id uuid, add column details json`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table audit_entries drop column lead_id, drop column details`);
    await runner.query(`drop table deal_changes`);
  }
}
