const GONE = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** SQL: the list entries that the rows of the accounts $1 should have. */
const WANTED = `
  select account_id, case when erased_at is null then account_id else ${GONE} end as list_id, updated_at, id as lead_id
  from leads where account_id = any($1::uuid[])
  union
  select account_id, ${GONE}, merged_updated_at, merged_lead_id from lead_merges where account_id = any($1::uuid[])
  union
  select l.account_id, unnest(array[d.pipeline_id, d.stage_id]), l.updated_at, l.id
  from deals d join leads l on l.account_id = d.account_id and l.id = d.lead_id
  where l.account_id = any($1::uuid[]) and l.erased_at is null
  union
  select l.account_id, t.tag_id, l.updated_at, l.id
  from lead_tags t join leads l on l.account_id = t.account_id and l.id = t.lead_id
  where l.account_id = any($1::uuid[]) and l.erased_at is null`;

const THERE = `select account_id, list_id, updated_at, lead_id from list_entries where account_id = any($1::uuid[])`;

export const WRONG_LIST_ENTRIES = `
  select 'missing' as what, m.* from ((${WANTED}) except all ${THERE}) m
  union all select 'stray', s.* from (${THERE} except all (${WANTED})) s`;

/** SQL: adds the entries of leads written without the service in the accounts $1. */
export const ENTER_LISTS = `
  insert into list_entries (account_id, list_id, updated_at, lead_id)
  select * from (${WANTED}) w on conflict do nothing`;

export const SET_UPDATED_AT = `
  with entries as (update list_entries set updated_at = $2 where lead_id = $1)
  update leads set updated_at = $2 where id = $1`;

export const MARK_ERASED = `
  with living as (delete from list_entries where lead_id = $1),
  gone as (insert into list_entries (account_id, list_id, updated_at, lead_id)
           select account_id, ${GONE}, updated_at, id from leads where id = $1)
  update leads set erased_at = now() where id = $1`;
