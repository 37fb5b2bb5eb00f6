import type { Decision, HeldState, HeldSubmissionView } from '../../contract/held-submission';
import { selection } from '../../database/columns';
import { lockRow, lockRows, map, prepared, readRow, write, planned, readRows, writeRows } from '../../database/query';
import { HeldSubmission } from '../intake/submission.entity';
import { CLOCK, type Clock } from '../record/clock';
import type { Phone } from '../record/phone';
import { leadsOf, timestamp } from '../record/lead.view';
import type { TakeOld } from '../../common/process/jobs';

export interface LockedHeldSubmission extends Clock, Readonly<Pick<HeldSubmission, (typeof LOCKED)[number]>> {
  /** The pipeline of its ledger entry: the named one, or the default of that moment. Early entries have none. */
  readonly pipelineId: string | null;
}

// leadId: the lead that received everything but the note.
const LOCKED = [
  'submissionId',
  'reason',
  'state',
  'phone',
  'phoneKey',
  'body',
  'keyId',
  'keyName',
  'requestId',
  'leadId',
  'createdAt',
] as const satisfies (keyof HeldSubmission)[];

const FIND_PHONE = prepared(
  'find_phone_of_held',
  `select coalesce(phone, '') as digits, coalesce(phone_key, '') as key from held_submissions where account_id = $1 and id = $2`,
);

/** Reads the phone without a lock, because the conversation is locked first. Empty when there is none. */
export const findPhoneOfHeld = (accountId: string, id: string) =>
  map(readRow<Phone>(FIND_PHONE, [accountId, id]), (phone): Phone => phone ?? { digits: '', key: '' });

const LOCK_HELD = prepared(
  'lock_held_submission',
  `select h.*, ${CLOCK},
          (select s.pipeline_id from submissions s where s.account_id = $1 and s.id = h."submissionId") as "pipelineId"
   from (select ${selection(HeldSubmission, 'f', LOCKED)}
         from held_submissions f where f.account_id = $1 and f.id = $2 for update) h`,
);

export const lockHeldSubmission = (accountId: string, id: string) =>
  lockRow<LockedHeldSubmission>('held submission', LOCK_HELD, [accountId, id]);

const RESOLVE_HELD = prepared(
  'resolve_held_submission',
  `update held_submissions set state = $3, resolved_at = $4, lead_id = coalesce($5, lead_id)
   where account_id = $1 and id = $2`,
);

interface Resolution {
  readonly state: Decision;
  readonly at: Date;
  readonly leadId: string | null;
}

export const resolveHeldSubmission = (accountId: string, id: string, { state, at, leadId }: Resolution) =>
  write(RESOLVE_HELD, [accountId, id, state, at, leadId]);

const LOCK_HELD_OF_PERSON = prepared(
  'lock_held_of_person',
  `select id, submission_id as "submissionId" from held_submissions
   where account_id = $1 and (phone_key = any($2::text[]) or lead_id = any($3::uuid[])) order by id for update`,
);

export interface HeldOfPerson {
  readonly id: string;
  readonly submissionId: string;
}

/** Locks what is held for a phone with one of these keys and what was applied to these leads, oldest first. */
export const lockHeldOfPerson = (accountId: string, phoneKeys: readonly string[], leadIds: readonly string[]) =>
  lockRows<HeldOfPerson>('held submission', LOCK_HELD_OF_PERSON, [accountId, phoneKeys, leadIds]);

const CONVERSATION = '(select v.id from conversations v where v.account_id = $1 and v.phone_key = h.phone_key)';

/** SQL: a row `h` of held_submissions as JSON; the account is $1. */
export const HELD_JSON = `json_build_object(
  'id', h.id, 'reason', h.reason, 'phone', h.phone, 'external_id', h.external_id, 'body', h.body,
  'key', json_build_object('id', h.key_id, 'name', h.key_name), 'request_id', h.request_id,
  'created_at', ${timestamp('h.created_at')}, 'state', h.state, 'resolved_at', ${timestamp('h.resolved_at')},
  'lead_id', h.lead_id,
  'lead_ids', array(select w.id from ${leadsOf(CONVERSATION)} w order by w.created_at, w.id))`;

const VIEW_HELD = prepared(
  'view_held_submission',
  `select ${HELD_JSON} as held from held_submissions h where h.account_id = $1 and h.id = $2`,
);

export const viewHeldSubmission = (accountId: string, id: string) =>
  map(readRow<{ held: HeldSubmissionView }>(VIEW_HELD, [accountId, id]), (row) => {
    if (!row) throw new Error('a held submission vanished under its lock');
    return row.held;
  });

// The best plan depends on how many of the account's submissions have the state.
const LIST_HELD = planned(
  `select h.created_at as "createdAt", ${HELD_JSON} as held from held_submissions h
   where h.account_id = $1 and h.state = $2 and (h.created_at, h.id) < ($3::timestamptz, $4::uuid)
   order by h.created_at desc, h.id desc limit $5`,
);

interface HeldPosition {
  readonly createdAt: string;
  readonly id: string;
}

const NEWEST: HeldPosition = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Lists up to `count` held submissions in this state after the position, newest first. */
export const listHeldSubmissions = (
  accountId: string,
  state: HeldState,
  count: number,
  { createdAt, id }: HeldPosition = NEWEST,
) => readRows<{ createdAt: Date; held: HeldSubmissionView }>(LIST_HELD, [accountId, state, createdAt, id, count]);

const EMPTY_DECIDED = prepared(
  'empty_decided_submissions',
  `with old as materialized (
     select account_id, id from held_submissions
     where account_id = $1 and resolved_at <= $2 and body is not null and state <> 'held'
     order by resolved_at limit $3 for update skip locked)
   update held_submissions h set body = null from old n
   where n.account_id = $1 and h.account_id = $1 and h.id between n.id and n.id
   returning h.id`,
);

/** Keeps the phone, to find the person, and the external_id, so that the submission is not held again. */
export const emptyDecidedSubmissions: TakeOld = (...values) =>
  map(writeRows(EMPTY_DECIDED, values), (rows) => rows.length);
