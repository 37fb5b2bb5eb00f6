import { prepared, type Queryable } from '../database/sql';

/** The lists in which the lead $2 is: that of all leads, which has the account's id, and those of its funnels and tags. */
const LISTS_OF_LEAD = `
  select $1::uuid as list_id
  union select unnest(array[d.pipeline_id, d.stage_id]) from deals d where d.account_id = $1 and d.lead_id = $2
  union select lt.tag_id from lead_tags lt where lt.account_id = $1 and lt.lead_id = $2`;

const LEAVE_LISTS = prepared(
  'leave_lists',
  `delete from list_entries
   where account_id = $1 and list_id = any(array(${LISTS_OF_LEAD})) and lead_id = $2
     and updated_at = (select l.updated_at from leads l where l.account_id = $1 and l.id = $2)`,
);

/** Takes a lead out of all lists, before anything of it changes; the caller holds its lock. */
export const leaveLists = (tx: Queryable, accountId: string, leadId: string) =>
  tx.rows(LEAVE_LISTS, [accountId, leadId]);

const ENTER_LISTS = prepared(
  'enter_lists',
  `insert into list_entries (account_id, list_id, updated_at, lead_id)
   select $1, h.list_id, l.updated_at, l.id
   from leads l cross join (${LISTS_OF_LEAD}) h
   where l.account_id = $1 and l.id = $2`,
);

/** Enters a lead that is in no list in those where it is to be found, at its `updated_at`. */
export const enterLists = (tx: Queryable, accountId: string, leadId: string) =>
  tx.rows(ENTER_LISTS, [accountId, leadId]);

/**
 * Sends what changes a lead that is there, its `updated_at`, its deals or its tags, in the order given, and keeps the lists
 * in step. The caller holds the lead's lock.
 */
export const relist = (
  tx: Queryable,
  accountId: string,
  leadId: string,
  change: () => readonly unknown[],
): Promise<unknown> => Promise.all([leaveLists(tx, accountId, leadId), ...change(), enterLists(tx, accountId, leadId)]);
