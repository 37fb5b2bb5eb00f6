import { NO_ID } from '../../common/id.pipe';
import { prepared, write } from '../../database/query';

/** The lists in which the lead $2 is: that of all leads, which has the account's id, and those of its pipelines and tags. */
const LISTS_OF_LEAD = `
  select $1::uuid as list_id
  union select unnest(array[d.pipeline_id, d.stage_id]) from deals d where d.account_id = $1 and d.lead_id = $2
  union select lt.tag_id from lead_tags lt where lt.account_id = $1 and lt.lead_id = $2`;

/** The entries of the lead $2 at $3 in these lists, by their keys. */
const namedEntries = (lists: string): string => `with named as materialized (
     select $1::uuid as account_id, l.list_id, $3::timestamptz as updated_at, $2::uuid as lead_id from (${lists}) l)`;

/** Each found by its key (docs/architecture.md, "How it stays fast"). */
const IS_NAMED = `n.account_id = $1 and e.account_id = $1 and e.list_id = n.list_id and e.updated_at = n.updated_at
     and e.lead_id between n.lead_id and n.lead_id`;

const leave = (name: string, lists: string) =>
  prepared(name, `${namedEntries(lists)} delete from list_entries e using named n where ${IS_NAMED}`);

const LEAVE_LISTS = leave('leave_lists', LISTS_OF_LEAD);

/** A lead, and the `updated_at` that its entries have. */
export interface Listed {
  readonly id: string;
  readonly updatedAt: Date;
}

/** Takes a lead out of all lists, before its deals and tags go; the caller holds its lock. */
const leaveLists = (accountId: string, lead: Listed) => write(LEAVE_LISTS, [accountId, lead.id, lead.updatedAt]);

/** Lists in which the lead has an entry at $3 already are left as they are. */
const ENTER_LISTS = prepared(
  'enter_lists',
  `insert into list_entries (account_id, list_id, updated_at, lead_id)
   select l.account_id, h.list_id, $3, l.id from leads l cross join lateral (${LISTS_OF_LEAD}) h
   where l.account_id = $1 and l.id = $2
   on conflict (account_id, list_id, updated_at, lead_id) do nothing`,
);

/** The list of the leads that were erased or merged: no pipeline, stage or tag has this id. */
export const GONE_LIST = NO_ID;

const ENTER_GONE = prepared(
  'enter_gone',
  `insert into list_entries (account_id, list_id, updated_at, lead_id) values ($1, $2, $3, $4)`,
);

/** Takes a lead that is erased or merged out of every list, and enters it, at `updatedAt`, where syncs are told of it. */
export const buryLead = (accountId: string, lead: Listed, updatedAt: Date) => [
  leaveLists(accountId, lead),
  write(ENTER_GONE, [accountId, GONE_LIST, updatedAt, lead.id]),
];

/** Enters a lead in those lists where it is to be found. */
export const enterLists = (accountId: string, lead: Listed) => write(ENTER_LISTS, [accountId, lead.id, lead.updatedAt]);

const MOVE_ENTRIES = prepared(
  'move_list_entries',
  `${namedEntries(LISTS_OF_LEAD)} update list_entries e set updated_at = $4 from named n where ${IS_NAMED}`,
);

const LEAVE_THESE = leave('leave_these_lists', 'select unnest($4::uuid[]) as list_id');

/** Moves the entries of a lead in the lists where it stays to its new `updatedAt`. */
export const moveEntries = (accountId: string, lead: Listed, updatedAt: Date) =>
  write(MOVE_ENTRIES, [accountId, lead.id, lead.updatedAt, updatedAt]);

/** Takes a lead out of these lists, in which it is no longer to be found. */
export const leaveThese = (accountId: string, lead: Listed, lists: readonly string[]) =>
  write(LEAVE_THESE, [accountId, lead.id, lead.updatedAt, lists]);
