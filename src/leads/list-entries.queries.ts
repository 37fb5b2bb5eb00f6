import { prepared, type Queryable } from '../database/sql';

/** The lists in which the lead $2 is: that of all leads, which has the account's id, and those of its funnels and tags. */
const LISTS_OF_LEAD = `
  select $1::uuid as list_id
  union select unnest(array[d.pipeline_id, d.stage_id]) from deals d where d.account_id = $1 and d.lead_id = $2
  union select lt.tag_id from lead_tags lt where lt.account_id = $1 and lt.lead_id = $2`;

const LEAVE_LISTS = prepared(
  'leave_lists',
  `delete from list_entries
   where account_id = $1 and list_id = any(array(${LISTS_OF_LEAD})) and lead_id = $2 and updated_at = $3`,
);

/** A lead, and the `updated_at` at which its entries stand. */
export interface Listed {
  readonly id: string;
  readonly updatedAt: Date;
}

/** Takes a lead out of all lists, before anything of it changes; the caller holds its lock. */
export const leaveLists = (tx: Queryable, accountId: string, lead: Listed) =>
  tx.rows(LEAVE_LISTS, [accountId, lead.id, lead.updatedAt]);

const ENTER_LISTS = prepared(
  'enter_lists',
  `insert into list_entries (account_id, list_id, updated_at, lead_id)
   select $1, h.list_id, $3, $2 from (${LISTS_OF_LEAD}) h`,
);

/** Enters a lead that is in no list in those where it is to be found. */
export const enterLists = (tx: Queryable, accountId: string, lead: Listed) =>
  tx.rows(ENTER_LISTS, [accountId, lead.id, lead.updatedAt]);

/** In one statement, which reads the lists once. An entry that is left is never one that is made: `updated_at` advances. */
const RELIST = prepared(
  'relist',
  `with held as materialized (${LISTS_OF_LEAD}),
   gone as (
     delete from list_entries
     where account_id = $1 and list_id = any(array(select h.list_id from held h) || $5::uuid[]) and lead_id = $2
       and updated_at = $3)
   insert into list_entries (account_id, list_id, updated_at, lead_id)
   select $1, h.list_id, $4, $2 from held h`,
);

/**
 * Moves the entries of a lead to its new `updatedAt` and enters it in the lists that it came to; sent behind what changes
 * the lead, its deals or its tags, by a caller that holds its lock. `left` are the lists that it is in no longer: the stage
 * of a deal that was moved, tags that were taken.
 */
export const relist = (
  tx: Queryable,
  accountId: string,
  lead: Listed,
  updatedAt: Date,
  left: readonly string[] = [],
): Promise<unknown> => tx.rows(RELIST, [accountId, lead.id, lead.updatedAt, updatedAt, left]);
