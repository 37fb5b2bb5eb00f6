import type { HeldReason } from '../../contract/held-submission';
import { prepared, writeRow } from '../../database/query';

const INSERT_HELD = prepared(
  'insert_held_submission',
  `insert into held_submissions (account_id, id, submission_id, reason, phone, phone_key, external_id, body, key_id,
                                 key_name, request_id, created_at, state, lead_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, date_trunc('milliseconds', now()), 'held', $12)
   on conflict (account_id, external_id, phone_key) where state <> 'dismissed' and reason = 'external_id_conflict'
     do nothing
   returning id`,
);

/** A submission to be held. `body` is the JSON text of the whole request. */
interface NewHeldSubmission {
  readonly id: string;
  readonly submissionId: string;
  readonly reason: HeldReason;
  readonly phone: string;
  readonly phoneKey: string;
  readonly externalId: string | null;
  readonly body: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly requestId: string;
  /** The lead that got everything but the note. */
  readonly leadId: string | null;
}

/** Returns nothing when the same external_id with the same phone is held already, or was applied. */
export const insertHeldSubmission = (accountId: string, held: NewHeldSubmission) =>
  writeRow<{ id: string }>(INSERT_HELD, [
    accountId,
    held.id,
    held.submissionId,
    held.reason,
    held.phone,
    held.phoneKey,
    held.externalId,
    held.body,
    held.keyId,
    held.keyName,
    held.requestId,
    held.leadId,
  ]);
