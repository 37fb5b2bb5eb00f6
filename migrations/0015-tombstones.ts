import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of leads that are gone. The account's id is the list of its living leads. */
const GONE = `'00000000-0000-0000-0000-000000000000'`;

/** Erased and merged leads have a separate list. A sync by `updated_since` finds them there, and no other list shows them. */
export class Tombstones1764000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The moments of a merged lead, whose row is gone: its creation, and its last updated_at.
    await runner.query(
      `alter table lead_merges add column merged_created_at timestamptz(3), add column merged_updated_at timestamptz(3)`,
    );
    // Syncs now also get earlier merges.
    await runner.query(`
      update lead_merges m set merged_created_at = v.created_at, merged_updated_at = v.updated_at
      from (select account_id, id, coalesce((merged_lead ->> 'created_at')::timestamptz, merged_at) as created_at,
                   date_trunc('milliseconds', now()) as updated_at
            from lead_merges) v
      where m.account_id = v.account_id and m.id = v.id`);
    await runner.query(
      `alter table lead_merges alter column merged_created_at set not null, alter column merged_updated_at set not null`,
    );
    await runner.query(`create unique index lead_merges_merged on lead_merges (account_id, merged_lead_id)`);

    await runner.query(`
      delete from list_entries e using leads l
      where l.account_id = e.account_id and l.id = e.lead_id and l.erased_at is not null`);
    await runner.query(`
      insert into list_entries (account_id, list_id, updated_at, lead_id)
      select account_id, ${GONE}::uuid, updated_at, id from leads where erased_at is not null`);
    await runner.query(`
      insert into list_entries (account_id, list_id, updated_at, lead_id)
      select account_id, ${GONE}::uuid, merged_updated_at, merged_lead_id from lead_merges`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from list_entries where list_id = ${GONE}`);
    await runner.query(`
      insert into list_entries (account_id, list_id, updated_at, lead_id)
      select account_id, account_id, updated_at, id from leads where erased_at is not null`);
    await runner.query(`
      insert into list_entries (account_id, list_id, updated_at, lead_id)
      select distinct l.account_id, d.list_id, l.updated_at, l.id
      from (select account_id, lead_id, unnest(array[pipeline_id, stage_id]) as list_id from deals) d
      join leads l on l.account_id = d.account_id and l.id = d.lead_id and l.erased_at is not null`);
    await runner.query(`drop index lead_merges_merged`);
    await runner.query(`alter table lead_merges drop column merged_created_at, drop column merged_updated_at`);
  }
}
