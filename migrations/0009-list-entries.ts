import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One table for the order of all lists, instead of copies of a lead's updated_at in its deals and tags. So a change of a
 * lead writes its row in place, and no row of its deals or tags.
 */
export class ListEntries1764000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // list_id is a pipeline, a stage or a tag, or the account for the list of all its leads. A lead has one entry in each
    // of its lists, at its updated_at. A list walks one index in its order, whatever the filter and the number of leads.
    // No foreign keys: the entries are derived from leads, deals and lead_tags, and are written with them.
    await runner.query(`
      create table list_entries (
        account_id uuid not null,
        list_id    uuid not null,
        updated_at timestamptz(3) not null,
        lead_id    uuid not null
      ) with (autovacuum_vacuum_insert_scale_factor = 0.02)`);
    await runner.query(`
      insert into list_entries (account_id, list_id, updated_at, lead_id)
      select account_id, account_id, updated_at, id from leads`);
    await runner.query(`
      insert into list_entries (account_id, list_id, updated_at, lead_id)
      select distinct l.account_id, d.list_id, l.updated_at, l.id
      from (select account_id, lead_id, unnest(array[pipeline_id, stage_id]) as list_id from deals
            union all select account_id, lead_id, tag_id from lead_tags) d
      join leads l on l.account_id = d.account_id and l.id = d.lead_id`);
    await runner.query(`alter table list_entries add primary key (account_id, list_id, updated_at, lead_id)`);
    await runner.query(`alter table list_entries enable row level security`);
    await runner.query(`
      create policy own_account on list_entries
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);

    await runner.query(`alter table deals drop column lead_updated_at`);
    await runner.query(`alter table lead_tags drop column lead_updated_at`);
    await runner.query(`drop index leads_sync`);
    // Leaves room in a page for the next versions of its leads. No index changes with updated_at any more.
    await runner.query(`alter table leads set (fillfactor = 80)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table leads reset (fillfactor)`);
    await runner.query(`create index leads_sync on leads (account_id, updated_at, id)`);
    for (const table of ['lead_tags', 'deals']) {
      await runner.query(`alter table ${table} add column lead_updated_at timestamptz(3)`);
      await runner.query(`
        update ${table} t set lead_updated_at = l.updated_at from leads l
        where l.account_id = t.account_id and l.id = t.lead_id`);
      await runner.query(`alter table ${table} alter column lead_updated_at set not null`);
    }
    await runner.query(`create index lead_tags_list on lead_tags (account_id, tag_id, lead_updated_at, lead_id)`);
    await runner.query(`create index deals_stage_list on deals (account_id, stage_id, lead_updated_at, lead_id)`);
    await runner.query(`create index deals_pipeline_list on deals (account_id, pipeline_id, lead_updated_at, lead_id)`);
    await runner.query(`drop table list_entries`);
  }
}
