import type { MemberExport } from '../contract/members/member-export';
import { MAX_EXPORTED_OF_MEMBER } from '../contract/limits';
import { acrossAccounts, map, planned, readRow, readRows, write } from '../database/query';
import { timestamp } from '../leads/record/lead.view';

/** Statements of what an account holds of a member. They are rare, and may read all entries of the account. */

/** SQL: the row is the member's; without a member it is the owner's. */
const IS_THEIRS = (row: string): string => `(${row}.member_id = $2 or (${row}.member_id is null and $3))`;

const SIGN_INS = planned(
  `select array(select json_build_object('id', s.id, 'device', s.device, 'created_at', ${timestamp('s.created_at')},
                  'last_used_at', ${timestamp('s.last_used_at')}, 'expires_at', ${timestamp('s.expires_at')})
                from sessions s where s.account_id = $1 and ${IS_THEIRS('s')} order by s.id desc) as sessions,
          array(select json_build_object('id', k.id, 'created_at', ${timestamp('k.created_at')},
                  'expires_at', ${timestamp('k.expires_at')}, 'used_at', ${timestamp('k.used_at')})
                from sign_in_links k where k.account_id = $1 and ${IS_THEIRS('k')} order by k.id desc) as sign_in_links`,
);

type SignIns = Pick<MemberExport, 'sessions' | 'sign_in_links'>;

/** Sessions and links, without the hashes of their tokens. `isOwner`: also those that name no member. */
export const exportSignIns = (accountId: string, id: string, isOwner: boolean) =>
  map(readRow<SignIns>(SIGN_INS, [accountId, id, isOwner]), (row) => row ?? { sessions: [], sign_in_links: [] });

/** SQL: the count of these rows `r`, and the newest as JSON. */
const newestOf = (rows: string, json: string, newest = 'r.id desc'): string => `json_build_object(
    'count', (select count(*) from ${rows}),
    'newest', array(select ${json} from ${rows} order by ${newest} limit ${MAX_EXPORTED_OF_MEMBER}))`;

const ASSIGNMENTS = newestOf(
  `lead_assignments r where r.account_id = $1 and $2 in (r.from_member_id, r.to_member_id, r.member_id)`,
  `json_build_object('id', r.id, 'lead_id', r.lead_id, 'from_member_id', r.from_member_id, 'to_member_id', r.to_member_id,
     'assigned_by', r.assigned_by, 'member_id', r.member_id, 'assigned_at', ${timestamp('r.assigned_at')})`,
);
const STAGE_MOVES = newestOf(
  `stage_moves r where r.account_id = $1 and r.member_id = $2`,
  `json_build_object('id', r.id, 'lead_id', r.lead_id, 'deal_id', r.deal_id, 'from_stage_id', r.from_stage_id,
     'to_stage_id', r.to_stage_id, 'moved_at', ${timestamp('r.moved_at')})`,
);
const ACTIVITIES = newestOf(
  `activities r where r.account_id = $1 and r.member_id = $2`,
  `json_build_object('id', r.id, 'lead_id', r.lead_id, 'type', r.type, 'text', r.text, 'reached', r.reached,
     'at', ${timestamp('r.at')}, 'due_at', ${timestamp('r.due_at')}, 'done_at', ${timestamp('r.done_at')})`,
);
const APPOINTMENTS = newestOf(
  `appointments r where r.account_id = $1 and r.member_id = $2`,
  `json_build_object('id', r.id, 'lead_id', r.lead_id, 'starts_at', ${timestamp('r.starts_at')},
     'attended', r.attended, 'missed', r.missed, 'text', r.text)`,
);
const CLOSINGS = newestOf(
  `closings r where r.account_id = $1 and r.member_id = $2`,
  `json_build_object('lead_id', r.lead_id, 'deal_id', r.deal_id, 'stage_id', r.stage_id, 'is_won', r.is_won,
     'closed_value', trim_scale(r.value), 'lost_reason', r.reason, 'closed_at', ${timestamp('r.closed_at')})`,
  'r.closed_at desc, r.deal_id desc',
);
const AUDIT_ENTRIES = newestOf(
  `audit_entries r where r.account_id = $1 and r.actor_type in ('owner', 'member') and r.actor_id = $2::uuid::text`,
  `json_build_object('id', r.id, 'at', ${timestamp('r.at')}, 'actor', json_build_object('type', r.actor_type, 'id', r.actor_id),
     'address', r.address, 'action', r.action, 'subject', case when r.subject_id is not null then
       json_build_object('type', r.subject_type, 'id', r.subject_id) end)`,
);

// The owner's mark is in the entry itself.
const TRACES = planned(
  `select json_build_object(
     'responsible_for', (select count(*) from leads l where l.account_id = $1 and l.responsible_id = $2),
     'assignments', ${ASSIGNMENTS}, 'stage_moves', ${STAGE_MOVES},
     'activities', ${ACTIVITIES}, 'appointments', ${APPOINTMENTS}, 'closings', ${CLOSINGS}, 'audit_entries', ${AUDIT_ENTRIES},
     'rotas', array(select json_build_object('pipeline_id', o.pipeline_id) from rota_members o
                    where o.account_id = $1 and o.member_id = $2 order by o.pipeline_id),
     'notifications_read',
       (select count(*) from notification_reads n where n.account_id = $1 and n.member_id = $2)
       + (select count(*) from notifications n where n.account_id = $1 and n.read_at is not null and $3)) as traces`,
);

type Traces = Omit<MemberExport, 'member' | 'mails' | keyof SignIns>;

export const exportTraces = (accountId: string, id: string, isOwner: boolean) =>
  map(readRow<{ traces: Traces }>(TRACES, [accountId, id, isOwner]), (row) => {
    if (!row) throw new Error('a select without from gave no row');
    return row.traces;
  });

const EMPTY_MEMBER = planned(
  `update members set email = null, email_key = null, away_until = null where account_id = $1 and id = $2`,
);

export const emptyMember = (accountId: string, id: string) => write(EMPTY_MEMBER, [accountId, id], 'member');

const LIST_RECIPIENTS = planned(`select distinct o.recipient from outbox o where o.account_id = $1`);

export const listRecipients = (accountId: string) =>
  map(readRows<{ recipient: string }>(LIST_RECIPIENTS, [accountId]), (rows) => rows.map(({ recipient }) => recipient));

const MAILS = planned(
  `select ${newestOf(
    'outbox r where r.account_id = $1 and r.recipient = any($2)',
    `json_build_object('id', r.id, 'kind', r.kind, 'created_at', ${timestamp('r.created_at')}, 'sent_at', ${timestamp('r.sent_at')})`,
  )} as mails`,
);

export const exportMails = (accountId: string, recipients: readonly string[]) =>
  map(
    readRow<Pick<MemberExport, 'mails'>>(MAILS, [accountId, recipients]),
    (row) => row ?? { mails: { count: 0, newest: [] } },
  );

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
