import { NO_ID } from '../../common/input/id.pipe';
import { insertEach } from '../../database/combined-queries';
import { prepared, publishing, write } from '../../database/query';

/** SQL: the lists of the lead $2: all leads (its id is the account's), its pipelines and stages, its tags. */
const LISTS_OF_LEAD = `
  select $1::uuid as list_id
  union select unnest(array[d.pipeline_id, d.stage_id]) from deals d where d.account_id = $1 and d.lead_id = $2
  union select lt.tag_id from lead_tags lt where lt.account_id = $1 and lt.lead_id = $2`;

// Each entry is found by its key (docs/architecture.md, "How it stays fast"). $4: the lists that the lead has left.
const LEAVE_LISTS = prepared(
  'leave_lists',
  `with named as materialized (
     select $1::uuid as account_id, l.list_id, $3::timestamptz as updated_at, $2::uuid as lead_id
     from (${LISTS_OF_LEAD} union all select unnest($4::uuid[])) l)
   delete from list_entries e using named n
   where n.account_id = $1 and e.account_id = $1 and e.list_id = n.list_id and e.updated_at = n.updated_at
     and e.lead_id between n.lead_id and n.lead_id`,
);

export interface Listed {
  readonly id: string;
  readonly updatedAt: Date;
}

/** Removes a lead from all lists and from those it has `left` already. Requires its lock. */
const leaveLists = (accountId: string, lead: Listed, left: readonly string[] = []) =>
  write(LEAVE_LISTS, [accountId, lead.id, lead.updatedAt, left]);

const ENTER_LISTS = prepared(
  'enter_lists',
  `insert into list_entries (account_id, list_id, updated_at, lead_id)
   select l.account_id, h.list_id, $3, l.id from leads l cross join lateral (${LISTS_OF_LEAD}) h
   where l.account_id = $1 and l.id = $2`,
);

/** Enters an unlisted lead in the list of all leads and in these: pipelines and stages of its deals, tags. */
export const enterListsOf = (accountId: string, lead: Listed, listIds: readonly string[]) =>
  ENTER_LISTS_OF(
    accountId,
    [accountId, ...listIds].map((listId) => [listId, lead.updatedAt, lead.id]),
  );

const ENTER_LISTS_OF = insertEach('enter_lists_of', 'list_entries', ['list_id', 'updated_at', 'lead_id']);

/** The list of erased and merged leads; no pipeline, stage or tag has this id. */
export const GONE_LIST = NO_ID;

const ENTER_GONE = prepared(
  'enter_gone',
  `insert into list_entries (account_id, list_id, updated_at, lead_id) values ($1, $2, $3, $4)`,
);

export interface Buried extends Listed {
  readonly responsibleId: string | null;
}

/** Moves an erased or merged lead from every list to `GONE_LIST`, at `updatedAt`, for syncs. Who saw it gets a last event. */
export const buryLead = (accountId: string, lead: Buried, updatedAt: Date) => [
  leaveLists(accountId, lead),
  publishing(write(ENTER_GONE, [accountId, GONE_LIST, updatedAt, lead.id]), 'lead', lead.id, {
    formerly: lead.responsibleId,
  }),
];

/** Enters an unlisted lead in all of its lists. */
export const enterLists = (accountId: string, lead: Listed) => write(ENTER_LISTS, [accountId, lead.id, lead.updatedAt]);

/** Moves the entries of a lead to its new `updatedAt`, and adds new ones; sent last by `changeLead`. */
export const moveEntries = (accountId: string, lead: Listed, updatedAt: Date, left: readonly string[]) => [
  leaveLists(accountId, lead, left),
  enterLists(accountId, { id: lead.id, updatedAt }),
];
