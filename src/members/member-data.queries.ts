import { LAST_ID } from '../common/input/paging';
import type { MemberExport } from '../contract/members/member-export';
import type { SavedViewShape } from '../contract/saved-view';
import { type ListInParts, listInParts, OF_VALUES, ofValue, positionValue } from '../database/list-in-parts';
import { acrossAccounts, map, planned, readRow, readRows, write } from '../database/query';
import { jsonOf } from '../database/sql-json';
import { type ChangedDeal } from '../contract/deal';
import { changeFields, timestamp } from '../leads/record/lead.view';

/** Statements of what an account holds of a member. They are rare, and may read all entries of the account. */

const MEMBER_ID = `${ofValue(1)}::uuid`;
const IS_OWNER = `${ofValue(2)}::boolean`;

/** The member whose lists are read. `isOwner`: also marks of notifications that name no member. */
export const ofMember = (id: string, isOwner: boolean): readonly string[] => [id, String(isOwner)];

interface Rows {
  readonly table: string;
  /** SQL: a condition on a row `r`. */
  readonly of: string;
  readonly json: string;
}

/** The newest rows first. */
const newestFirst = ({ table, of, json }: Rows): ListInParts =>
  listInParts({
    rows: `select r.id from ${table} r
           where r.account_id = $1 and ${of} and r.id < ${positionValue(1, 'uuid')} order by r.id desc`,
    position: 'w.id',
    json: `(select ${json} from ${table} r where r.account_id = $1 and r.id = w.id)`,
    start: [LAST_ID],
  });

/** Sessions and links, without the hashes of their tokens. */
export const SIGN_INS_OF_MEMBER = {
  sessions: newestFirst({
    table: 'sessions',
    of: `r.member_id = ${MEMBER_ID}`,
    json: `json_build_object('id', r.id, 'device', r.device, 'created_at', ${timestamp('r.created_at')},
      'last_used_at', ${timestamp('r.last_used_at')}, 'expires_at', ${timestamp('r.expires_at')})`,
  }),
  sign_in_links: newestFirst({
    table: 'sign_in_links',
    of: `r.member_id = ${MEMBER_ID}`,
    json: `json_build_object('id', r.id, 'created_at', ${timestamp('r.created_at')},
      'expires_at', ${timestamp('r.expires_at')}, 'used_at', ${timestamp('r.used_at')})`,
  }),
};

const ASSIGNMENTS: Rows = {
  table: 'lead_assignments',
  of: `${MEMBER_ID} in (r.from_member_id, r.to_member_id, r.member_id)`,
  json: `json_build_object('id', r.id, 'lead_id', r.lead_id, 'from_member_id', r.from_member_id, 'to_member_id', r.to_member_id,
     'assigned_by', r.assigned_by, 'member_id', r.member_id, 'assigned_at', ${timestamp('r.assigned_at')})`,
};
const STAGE_MOVES: Rows = {
  table: 'stage_moves',
  of: `r.member_id = ${MEMBER_ID}`,
  json: `json_build_object('id', r.id, 'lead_id', r.lead_id, 'deal_id', r.deal_id, 'from_stage_id', r.from_stage_id,
     'to_stage_id', r.to_stage_id, 'moved_at', ${timestamp('r.moved_at')})`,
};
const DEAL_CHANGES: Rows = {
  table: 'deal_changes',
  of: `r.member_id = ${MEMBER_ID}`,
  json: jsonOf<ChangedDeal>(changeFields('r')),
};
const ACTIVITIES: Rows = {
  table: 'activities',
  of: `r.member_id = ${MEMBER_ID}`,
  json: `json_build_object('id', r.id, 'lead_id', r.lead_id, 'type', r.type, 'text', r.text, 'reached', r.reached,
     'at', ${timestamp('r.at')}, 'due_at', ${timestamp('r.due_at')}, 'done_at', ${timestamp('r.done_at')})`,
};
const APPOINTMENTS: Rows = {
  table: 'appointments',
  of: `r.member_id = ${MEMBER_ID}`,
  json: `json_build_object('id', r.id, 'lead_id', r.lead_id, 'starts_at', ${timestamp('r.starts_at')},
     'minutes', r.minutes, 'attended', r.attended, 'missed', r.missed, 'text', r.text)`,
};
const CLOSINGS: Rows = {
  table: 'closings',
  of: `r.member_id = ${MEMBER_ID}`,
  json: `json_build_object('lead_id', r.lead_id, 'deal_id', r.deal_id, 'stage_id', r.stage_id, 'is_won', r.is_won,
     'closed_value', trim_scale(r.value), 'lost_reason', r.reason, 'closed_at', ${timestamp('r.closed_at')})`,
};
const AUDIT_ENTRIES: Rows = {
  table: 'audit_entries',
  // The owner's mark is in the entry itself.
  of: `r.actor_type in ('owner', 'member') and r.actor_id = ${ofValue(1)}`,
  json: `json_build_object('id', r.id, 'at', ${timestamp('r.at')}, 'actor', json_build_object('type', r.actor_type, 'id', r.actor_id),
     'address', r.address, 'action', r.action, 'subject', case when r.subject_id is not null then
       json_build_object('type', r.subject_type, 'id', r.subject_id) end, 'details', r.details)`,
};

/** The lists of which an export has the count and the newest rows. */
export const WORK_OF_MEMBER = {
  assignments: newestFirst(ASSIGNMENTS),
  stage_moves: newestFirst(STAGE_MOVES),
  deal_changes: newestFirst(DEAL_CHANGES),
  activities: newestFirst(ACTIVITIES),
  appointments: newestFirst(APPOINTMENTS),
  // Closings have no id.
  closings: listInParts({
    rows: `select r.closed_at, r.deal_id from closings r
           where r.account_id = $1 and ${CLOSINGS.of}
             and (r.closed_at, r.deal_id) < (${positionValue(1, 'timestamptz')}, ${positionValue(2, 'uuid')})
           order by r.closed_at desc, r.deal_id desc`,
    position: 'w.closed_at, w.deal_id',
    json: `(select ${CLOSINGS.json} from closings r where r.account_id = $1 and r.deal_id = w.deal_id)`,
    start: ['infinity', LAST_ID],
  }),
  audit_entries: newestFirst(AUDIT_ENTRIES),
};

const countOf = ({ table, of }: Rows): string => `(select count(*) from ${table} r where r.account_id = $1 and ${of})`;

const FIGURES = planned(
  `select json_build_object(
     'responsible_for', (select count(*) from leads l where l.account_id = $1 and l.responsible_id = ${MEMBER_ID}),
     'rotas', array(select json_build_object('pipeline_id', o.pipeline_id) from rota_members o
                    where o.account_id = $1 and o.member_id = ${MEMBER_ID} order by o.pipeline_id),
     'notifications_read',
       (select count(*) from notification_reads n where n.account_id = $1 and n.member_id = ${MEMBER_ID})
       + (select count(*) from notifications n where n.account_id = $1 and n.read_at is not null and ${IS_OWNER}),
     'saved_views', array(select ${jsonOf<SavedViewShape>({ id: 'v.id', name: 'v.name', query: 'v.query', created_at: timestamp('v.created_at') })}
                          from saved_views v where v.account_id = $1 and v.member_id = ${MEMBER_ID} order by v.name_key)) as short,
     json_build_object('assignments', ${countOf(ASSIGNMENTS)}, 'stage_moves', ${countOf(STAGE_MOVES)}, 'deal_changes', ${countOf(DEAL_CHANGES)},
       'activities', ${countOf(ACTIVITIES)}, 'appointments', ${countOf(APPOINTMENTS)}, 'closings', ${countOf(CLOSINGS)},
       'audit_entries', ${countOf(AUDIT_ENTRIES)}) as counts`,
);

interface MemberFigures {
  readonly short: Pick<MemberExport, 'responsible_for' | 'rotas' | 'notifications_read' | 'saved_views'>;
  readonly counts: Readonly<Record<keyof typeof WORK_OF_MEMBER, number>>;
}

/** What is short of an export, and the counts of the lists. */
export const findFigures = (accountId: string, of: readonly string[]) =>
  map(readRow<MemberFigures>(FIGURES, [accountId, of]), (row) => {
    if (!row) throw new Error('a select without from gave no row');
    return row;
  });

const MAILS: Rows = {
  table: 'outbox',
  of: `r.recipient = any(${OF_VALUES})`,
  json: `json_build_object('id', r.id, 'kind', r.kind, 'created_at', ${timestamp('r.created_at')}, 'sent_at', ${timestamp('r.sent_at')})`,
};

/** The mails to recipients. */
export const MAILS_TO = newestFirst(MAILS);

const COUNT_MAILS = planned(`select ${countOf(MAILS)}::int as count`);

export const countMailsTo = (accountId: string, recipients: readonly string[]) =>
  map(readRow<{ count: number }>(COUNT_MAILS, [accountId, recipients]), (row) => row?.count ?? 0);

const EMPTY_MEMBER = planned(
  `update members set email = null, email_key = null, away_until = null where account_id = $1 and id = $2`,
);

export const emptyMember = (accountId: string, id: string) => write(EMPTY_MEMBER, [accountId, id], 'member');

const LIST_RECIPIENTS = planned(`select distinct o.recipient from outbox o where o.account_id = $1`);

export const listRecipients = (accountId: string) =>
  map(readRows<{ recipient: string }>(LIST_RECIPIENTS, [accountId]), (rows) => rows.map(({ recipient }) => recipient));

const DELETE_MAILS = planned(`delete from outbox where account_id = $1 and recipient = any($2)`);

/** Deletes mails, sent or not. A worker that sends one of them finds its claim lost. */
export const deleteMailsTo = (accountId: string, recipients: readonly string[]) =>
  write(DELETE_MAILS, [accountId, recipients]);

// The job locks a request before its accounts. It deletes the address of one that it works on.
const DELETE_REQUESTS = acrossAccounts(
  `delete from sign_in_requests where id in (
     select r.id from sign_in_requests r where r.email_key = $1 for update skip locked)`,
);

/** Deletes the requests for sign-in links of this address that wait. */
export const deleteRequestsOf = (emailKey: string) => write(DELETE_REQUESTS, [emailKey]);
