/** The entries that the leads, deals and tags of the accounts $1 call for. */
const WANTED = `
  select account_id, account_id as list_id, updated_at, id as lead_id from leads where account_id = any($1::uuid[])
  union
  select l.account_id, unnest(array[d.pipeline_id, d.stage_id]), l.updated_at, l.id
  from deals d join leads l on l.account_id = d.account_id and l.id = d.lead_id where l.account_id = any($1::uuid[])
  union
  select l.account_id, t.tag_id, l.updated_at, l.id
  from lead_tags t join leads l on l.account_id = t.account_id and l.id = t.lead_id where l.account_id = any($1::uuid[])`;

const THERE = `select account_id, list_id, updated_at, lead_id from list_entries where account_id = any($1::uuid[])`;

/** Entries of the accounts $1 that are missing, and those that should not be there. */
export const WRONG_LIST_ENTRIES = `
  select 'missing' as what, m.* from ((${WANTED}) except all ${THERE}) m
  union all select 'stray', s.* from (${THERE} except all (${WANTED})) s`;

/** Enters the leads of the accounts $1 that were written without the service. */
export const ENTER_LISTS = `
  insert into list_entries (account_id, list_id, updated_at, lead_id)
  select * from (${WANTED}) w on conflict do nothing`;

/** Sets the updated_at of the lead $1 to $2, without the service. */
export const SET_UPDATED_AT = `
  with entries as (update list_entries set updated_at = $2 where lead_id = $1)
  update leads set updated_at = $2 where id = $1`;
