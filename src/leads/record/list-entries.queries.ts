import { NO_ID } from '../../common/id.pipe';
import { prepared, write } from '../../database/query';

/** The lists in which the lead $2 is: that of all leads, which has the account's id, and those of its pipelines and tags. */
const LISTS_OF_LEAD = `
  select $1::uuid as list_id
  union select unnest(array[d.pipeline_id, d.stage_id]) from deals d where d.account_id = $1 and d.lead_id = $2
  union select lt.tag_id from lead_tags lt where lt.account_id = $1 and lt.lead_id = $2`;

/** The entries of the lead $2 at $3 in these lists, by their keys. */
const namedEntries = (lists: string): string => `named as materialized (
     select $1::uuid as account_id, l.list_id, $3::timestamptz as updated_at, $2::uuid as lead_id from (${lists}) l)`;

/** Each found by its key (docs/architecture.md, "How it stays fast"). */
const DELETE_NAMED = `delete from list_entries e using named n
   where n.account_id = $1 and e.account_id = $1 and e.list_id = n.list_id and e.updated_at = n.updated_at
     and e.lead_id between n.lead_id and n.lead_id`;

const LEAVE_LISTS = prepared('leave_lists', `with ${namedEntries(LISTS_OF_LEAD)} ${DELETE_NAMED}`);

/** A lead, and the `updated_at` that its entries have. */
export interface Listed {
  readonly id: string;
  readonly updatedAt: Date;
}

/** Takes a lead out of all lists, before its deals and tags go; the caller holds its lock. */
const leaveLists = (accountId: string, lead: Listed) => write(LEAVE_LISTS, [accountId, lead.id, lead.updatedAt]);

const ENTER_LISTS = prepared(
  'enter_lists',
  `insert into list_entries (account_id, list_id, updated_at, lead_id)
   select $1, h.list_id, $3, $2 from (${LISTS_OF_LEAD}) h`,
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

/** Enters a lead that is in no list in those where it is to be found. */
export const enterLists = (accountId: string, lead: Listed) => write(ENTER_LISTS, [accountId, lead.id, lead.updatedAt]);

/** In one statement, which reads the lists once. An entry that is left is never one that is made: `updated_at` advances. */
const MOVE_ENTRIES = prepared(
  'move_list_entries',
  `with held as materialized (${LISTS_OF_LEAD}),
   ${namedEntries('select h.list_id from held h union all select unnest($5::uuid[])')},
   gone as (${DELETE_NAMED})
   insert into list_entries (account_id, list_id, updated_at, lead_id)
   select $1, h.list_id, $4, $2 from held h`,
);

/** Moves the entries of a lead to its new `updatedAt` and enters it in the lists that it came to; sent by `changeLead`, last. */
export const moveEntries = (accountId: string, lead: Listed, updatedAt: Date, left: readonly string[] = []) =>
  write(MOVE_ENTRIES, [accountId, lead.id, lead.updatedAt, updatedAt, left]);
