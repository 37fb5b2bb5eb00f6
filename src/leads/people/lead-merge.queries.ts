import { prepared, publishingEach, readRows, type Sendable, write, map, writeRows } from '../../database/query';
import { lastDoneFor } from '../record/done-for';
import { idsOfConversation, updateLedger } from '../intake/ledger.queries';
import { buryLead } from '../record/list-entries.queries';
import type { TakeOld } from '../../common/process/jobs';
import { deleteWords, type LeadState } from '../record/leads.queries';
import { takeReturn } from '../record/returns.queries';
import { LEAD_RECORD_JSON } from '../record/lead.view';

/** Statements of a merge; they need the locks of the conversation and of both leads. */

const KEEP_RECORD = prepared(
  'keep_merged_record',
  `insert into lead_merges (account_id, id, lead_id, merged_lead_id, merged_lead, merged_at, merged_created_at,
                            merged_updated_at)
   select l.account_id, $4, $3, l.id, ${LEAD_RECORD_JSON}, $5, l.created_at, $6
   from leads l where l.account_id = $1 and l.id = $2`,
);

interface Merge {
  readonly id: string;
  readonly from: LeadState;
  readonly into: string;
  readonly at: Date;
  readonly updatedAt: Date;
  /** Deals of either lead that end with the merge. */
  readonly endedDeals: readonly string[];
}

/** Stores the whole record of the merged lead; the first statement of a merge. */
export const keepMergedRecord = (accountId: string, { id, from, into, at, updatedAt }: Merge) =>
  write(KEEP_RECORD, [accountId, from.id, into, id, at, updatedAt]);

// $5: submissions that the owner applied to the lead, perhaps of other conversations.
const MOVE_SUBMISSIONS = prepared(
  'move_submissions',
  `${updateLedger(`${idsOfConversation('$4')} || $5::uuid[]`, 'lead_id = $3')} and s.lead_id = $2`,
);
const MOVE_HELD_SUBMISSIONS = prepared(
  'move_held_submissions',
  `update held_submissions set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const MOVE_EARLIER_MERGES = prepared(
  'move_earlier_merges',
  `update lead_merges set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const MOVE_APPOINTMENTS = prepared(
  'move_appointments',
  `update appointments set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const END_DEALS = prepared(
  'end_merged_deals',
  `delete from deals where account_id = $1 and lead_id = $2 and id = any($3::uuid[])`,
);
const END_CLOSINGS = prepared(
  'end_merged_closings',
  `delete from closings where account_id = $1 and lead_id = $2 and deal_id = any($3::uuid[])`,
);
const MOVE_ACTIVITIES = prepared(
  'move_activities',
  `update activities set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const MOVE_CLOSINGS = prepared(
  'move_closings',
  `update closings set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const MOVE_DEAL_CHANGES = prepared(
  'move_deal_changes',
  `update deal_changes set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const MOVE_ASSIGNMENTS = prepared(
  'move_assignments',
  `update lead_assignments set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const MOVE_NOTIFICATIONS = prepared(
  'move_notifications',
  `with named as materialized (
     select l.account_id, l.id from notifications l where l.account_id = $1 and l.lead_id = $2 order by l.id for update)
   update notifications e set lead_id = $3 from named n
   where n.account_id = $1 and e.account_id = $1 and e.id between n.id and n.id`,
);
const LIST_NOTIFICATIONS = prepared(
  'list_notifications_of_lead',
  `select l.id from notifications l where l.account_id = $1 and l.lead_id = $2 order by l.id`,
);

export const listNotificationsOf = (accountId: string, leadId: string) =>
  map(readRows<{ id: string }>(LIST_NOTIFICATIONS, [accountId, leadId]), (rows) => rows.map(({ id }) => id));

const COPY_LEAD_TAGS = prepared(
  'copy_lead_tags',
  `insert into lead_tags (account_id, lead_id, tag_id)
   select lt.account_id, $3, lt.tag_id from lead_tags lt
   where lt.account_id = $1 and lt.lead_id = $2 order by lt.tag_id
   on conflict (account_id, lead_id, tag_id) do nothing`,
);
const DELETE_ALL_LEAD_TAGS = prepared(
  'delete_all_lead_tags',
  `delete from lead_tags where account_id = $1 and lead_id = $2`,
);
// Before the others move. Each deal is updated once: a second time would lock its stage again, out of order.
const HANDLE_DEALS = prepared(
  'handle_deals_of_survivor',
  `update deals set handled_at = ${lastDoneFor('$2', '$3')} where account_id = $1 and lead_id = $3`,
);
// The moved deals are numbered after the deals of the remaining lead, per pipeline.
const MOVE_DEALS = prepared(
  'move_deals',
  `update deals d set lead_id = $3, copy = m.copy, handled_at = ${lastDoneFor('$2', '$3')}
   from (select f.id, (coalesce((select max(t.copy) from deals t
                                 where t.account_id = $1 and t.lead_id = $3 and t.pipeline_id = f.pipeline_id), -1)
                       + row_number() over (partition by f.pipeline_id order by f.copy))::smallint as copy
         from deals f where f.account_id = $1 and f.lead_id = $2) m
   where d.account_id = $1 and d.id between m.id and m.id`,
);
const MOVE_STAGE_MOVES = prepared(
  'move_stage_moves',
  `update stage_moves set lead_id = $3 where account_id = $1 and lead_id = $2`,
);
const DELETE_LEAD = prepared('delete_lead', `delete from leads where account_id = $1 and id = $2`);

/** What names the lead: ledger entries of its conversation, or applied to it, and notifications. */
interface NamingLead {
  readonly conversationId: string;
  readonly submissionIds: readonly string[];
  /** The notifications about the lead. */
  readonly notificationIds: readonly string[];
}

export function moveBelongings(
  accountId: string,
  { from, into, updatedAt, endedDeals }: Merge,
  { conversationId, submissionIds, notificationIds }: NamingLead,
): readonly Sendable[] {
  const both = [accountId, from.id, into];
  return [
    buryLead(accountId, from, updatedAt),
    takeReturn(accountId, from, into),
    endedDeals.length > 0 ? [from.id, into].map((leadId) => endMergedDeals(accountId, leadId, endedDeals)) : undefined,
    write(HANDLE_DEALS, both),
    write(MOVE_DEALS, both),
    write(MOVE_HELD_SUBMISSIONS, both),
    write(MOVE_SUBMISSIONS, [...both, conversationId, submissionIds]),
    write(MOVE_EARLIER_MERGES, both),
    write(MOVE_APPOINTMENTS, both),
    write(MOVE_ACTIVITIES, both),
    write(MOVE_CLOSINGS, both),
    write(MOVE_DEAL_CHANGES, both),
    write(MOVE_ASSIGNMENTS, both),
    publishingEach(write(MOVE_NOTIFICATIONS, both, 'notification'), 'notification', notificationIds),
    write(COPY_LEAD_TAGS, both),
    removeAllTags(accountId, from.id),
    write(MOVE_STAGE_MOVES, both),
    deleteWords(accountId, from.id),
    write(DELETE_LEAD, [accountId, from.id]),
  ];
}

/** Ends deals of a lead that the merge names; a loss among them was none, so it is in no sum any more. */
const endMergedDeals = (accountId: string, leadId: string, dealIds: readonly string[]) => [
  write(END_DEALS, [accountId, leadId, dealIds]),
  write(END_CLOSINGS, [accountId, leadId, dealIds]),
];

export const removeAllTags = (accountId: string, leadId: string) => write(DELETE_ALL_LEAD_TAGS, [accountId, leadId]);

const SET_COPY_AND_SOURCE = prepared(
  'set_copy_and_source',
  `update leads set copy = $3, source_id = $4 where account_id = $1 and id = $2`,
);

/** Sets what a merge changes of the survivor besides its values. */
export const setCopyAndSource = (accountId: string, leadId: string, copy: number, sourceId: string | null) =>
  write(SET_COPY_AND_SOURCE, [accountId, leadId, copy, sourceId]);

const EMPTY_MERGED = prepared(
  'empty_merged_records',
  `with old as materialized (
     select account_id, id from lead_merges
     where account_id = $1 and merged_at <= $2 and merged_lead is not null
     order by merged_at limit $3 for update skip locked)
   update lead_merges g set merged_lead = null from old n
   where n.account_id = $1 and g.account_id = $1 and g.id between n.id and n.id
   returning g.id`,
);

/** Empties the records of merged leads. The row still names both leads, for syncs and histories. */
export const emptyMergedRecords: TakeOld = (...values) => map(writeRows(EMPTY_MERGED, values), (rows) => rows.length);
