import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../auth/caller';
import type { HeldReason } from '../../contract/held-submission';
import { insertHeldSubmission, insertLedgerEntryOfHeld, notifyOfHeld } from './hold.queries';
import type { Submission } from './submission';

const REASONS: Readonly<Record<HeldReason, string>> = {
  ambiguous_lead: 'há mais de um lead com este telefone',
  external_id_conflict: 'o external_id já foi usado com outro telefone',
  notes_full: 'as anotações do lead não comportam mais texto',
};

/** How a submission came. */
export interface Delivery {
  readonly requestId: string;
  /** The JSON object that was sent. */
  readonly sent: object;
}

/** A submission that came, and from whom. */
export interface Arrived extends Delivery {
  readonly caller: Caller;
  readonly submission: Submission;
}

/** Why a submission is held, and under which ledger entry; `leadId` is the lead that got everything but the note. */
interface Holding {
  readonly submissionId: string;
  readonly reason: HeldReason;
  readonly leadId: string | null;
}

/**
 * Stores the submission as it was sent, and tells the owner: nothing that was answered 202 is lost. The same external_id with the same phone is
 * held once; a conflict that the owner applied is settled and is not held again.
 */
export function holdSubmission({ caller, requestId, sent, submission }: Arrived, holding: Holding) {
  const id = uuidv7();
  const { phone, externalId } = submission;
  const held = { ...holding, id, phone: phone.digits, phoneKey: phone.key, externalId, body: sent };
  const message = `Um envio da chave “${caller.key.name}” foi retido: ${REASONS[holding.reason]}.`;
  return {
    id,
    queries: [
      insertHeldSubmission(caller.account.id, { ...held, keyId: caller.key.id, keyName: caller.key.name, requestId }),
      notifyOfHeld(caller.account.id, id, message),
    ],
  } as const;
}

/** What was found of a submission that cannot be applied. */
interface Met {
  readonly conversationId: string | null;
  readonly pipelineId: string | null;
}

/** The same for one of which nothing is applied: it is in the ledger as held. */
export function holdWhole(arrived: Arrived, reason: HeldReason, { conversationId, pipelineId }: Met) {
  const { id, queries } = holdSubmission(arrived, { submissionId: uuidv7(), reason, leadId: null });
  return [...queries, insertLedgerEntryOfHeld(arrived.caller.account.id, id, conversationId, pipelineId)] as const;
}
