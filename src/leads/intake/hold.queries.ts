import { v7 as uuidv7 } from 'uuid';
import { inOrder, inserted, propertiesOf } from '../../database/columns';
import { planned, prepared, readRow, publishing, write } from '../../database/query';
import { HeldSubmission } from './submission.entity';
import { claimingEntry, type ClaimingEntry } from './ledger.queries';
import type { Caller } from '../../auth/keys/caller';
import type { HeldReason } from '../../contract/held-submission';
import type { Submission } from './submission';

const WRITTEN = propertiesOf(HeldSubmission, 'createdAt', 'state', 'resolvedAt');

/** SQL: the rows of held_submissions that are unique by external_id and phone. */
export const IS_SETTLED_ONCE = `state <> 'dismissed' and reason = 'external_id_conflict'`;

const INSERT_HELD = prepared(
  'insert_held_submission',
  `insert into held_submissions ${inserted(HeldSubmission, WRITTEN, {
    createdAt: `date_trunc('milliseconds', now())`,
    state: `'held'`,
  })}
   on conflict (account_id, external_id, phone_key) where ${IS_SETTLED_ONCE}
     do nothing`,
);

type NewHeldSubmission = Readonly<Pick<HeldSubmission, Exclude<(typeof WRITTEN)[number], 'accountId'>>>;

/**
 * Does nothing when this external_id is already held or applied for the phone; later statements read its row and do nothing either.
 */
const insertHeldSubmission = (accountId: string, held: NewHeldSubmission) =>
  write(INSERT_HELD, inOrder(WRITTEN, { accountId, ...held }));

const FIND_HELD_CONFLICT = planned(
  `select ${claimingEntry('$4')}
   from (select submission_id, phone_key from held_submissions
         where account_id = $1 and external_id = $2 and ${IS_SETTLED_ONCE}) h
   cross join lateral (select f.* from submissions f where f.account_id = $1 and f.id = h.submission_id limit 1) s
   where h.phone_key = $3 or s.phone_digest = $4
   limit 1`,
);

/**
 * Finds the ledger entry of a waiting or applied conflict with this external_id and phone, or one that was submitted under this phone
 * before a correction. It claims no external_id.
 */
export const findHeldConflict = (accountId: string, externalId: string, phoneKey: string, digest: Buffer | null) =>
  readRow<ClaimingEntry>(FIND_HELD_CONFLICT, [accountId, externalId, phoneKey, digest]);

const NOTIFY_OF_HELD = prepared(
  'notify_of_held',
  `insert into notifications (account_id, id, type, subject_id, message, lead_id, created_at)
   select h.account_id, $3, 'submission.held', h.id, $4, null, date_trunc('milliseconds', now())
   from held_submissions h where h.account_id = $1 and h.id = $2`,
);

function notifyOfHeld(accountId: string, heldId: string, message: string) {
  const id = uuidv7();
  return publishing(write(NOTIFY_OF_HELD, [accountId, heldId, id, message]), 'notification', id);
}

const INSERT_LEDGER_ENTRY_OF_HELD = prepared(
  'insert_ledger_entry_of_held',
  `insert into submissions (account_id, id, external_id, claims_external_id, conversation_id, key_id, request_id, result,
                            created_at, pipeline_id, imported)
   select h.account_id, h.submission_id, h.external_id, h.reason = 'ambiguous_lead', $3, h.key_id, h.request_id, 'held',
          date_trunc('milliseconds', now()), $4, false
   from held_submissions h where h.account_id = $1 and h.id = $2`,
);

/** An ambiguous submission claims its external_id: fails with 23505 when another has claimed it meanwhile. */
const insertLedgerEntryOfHeld = (
  accountId: string,
  heldId: string,
  conversationId: string | null,
  pipelineId: string | null,
) => write(INSERT_LEDGER_ENTRY_OF_HELD, [accountId, heldId, conversationId, pipelineId], 'external_id');

const REASONS: Readonly<Record<HeldReason, string>> = {
  ambiguous_lead: 'há mais de um lead com este telefone',
  external_id_conflict: 'o external_id já foi usado com outro telefone',
  notes_full: 'as anotações do lead não comportam mais texto',
};

/** The call that sent a submission. */
export interface SubmissionRequest {
  readonly caller: Caller;
  readonly requestId: string;
  /** The body as sent, which a held submission keeps. */
  readonly rawBody: object;
}

interface Hold {
  readonly submissionId: string;
  readonly reason: HeldReason;
  readonly leadId: string | null;
}

/**
 * Stores the submission as sent and notifies the owner. One external_id with one phone is held once, and not again after the owner
 * applied it.
 */
export function holdSubmission({ caller, requestId, rawBody }: SubmissionRequest, submission: Submission, hold: Hold) {
  const id = uuidv7();
  const { phone, externalId } = submission;
  const held = { ...hold, id, phone: phone.digits, phoneKey: phone.key, externalId, body: rawBody };
  const message = `Um envio da chave “${caller.key.name}” foi retido: ${REASONS[hold.reason]}.`;
  return {
    id,
    queries: [
      insertHeldSubmission(caller.account.id, { ...held, keyId: caller.key.id, keyName: caller.key.name, requestId }),
      notifyOfHeld(caller.account.id, id, message),
    ],
  } as const;
}

interface ExistingIds {
  readonly conversationId: string | null;
  readonly pipelineId: string | null;
}

/** Holds a submission of which nothing is applied, and enters it in the ledger as held. */
export function holdWhole(
  request: SubmissionRequest,
  submission: Submission,
  reason: HeldReason,
  { conversationId, pipelineId }: ExistingIds,
) {
  const { id, queries } = holdSubmission(request, submission, { submissionId: uuidv7(), reason, leadId: null });
  return [...queries, insertLedgerEntryOfHeld(request.caller.account.id, id, conversationId, pipelineId)] as const;
}
