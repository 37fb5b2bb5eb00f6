import type { Decision } from '../../contract/held-submission';
import { selection } from '../../database/columns';
import { lockRow, lockRows, map, prepared, readRow, write } from '../../database/query';
import { HeldSubmission } from '../intake/held-submission.entity';
import { CLOCK, type Clock } from '../record/clock';
import type { Phone } from '../record/phone';

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
