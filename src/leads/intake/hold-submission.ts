import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../auth/keys/caller';
import type { HeldReason } from '../../contract/held-submission';
import { insertHeldSubmission, insertLedgerEntryOfHeld, notifyOfHeld } from './hold.queries';
import type { Submission } from './submission';

const REASONS: Readonly<Record<HeldReason, string>> = {
  ambiguous_lead: 'há mais de um lead com este telefone',
  external_id_conflict: 'o external_id já foi usado com outro telefone',
  notes_full: 'as anotações do lead não comportam mais texto',
};

export interface Delivery {
  readonly requestId: string;
  readonly sent: object;
}

export interface Arrived extends Delivery {
  readonly caller: Caller;
  readonly submission: Submission;
}

interface Holding {
  readonly submissionId: string;
  readonly reason: HeldReason;
  readonly leadId: string | null;
}

/**
 * Stores the submission as sent and notifies the owner. One external_id with one phone is held once, and not again after the owner
 * applied it.
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

interface Met {
  readonly conversationId: string | null;
  readonly pipelineId: string | null;
}

/** Holds a submission of which nothing is applied, and enters it in the ledger as held. */
export function holdWhole(arrived: Arrived, reason: HeldReason, { conversationId, pipelineId }: Met) {
  const { id, queries } = holdSubmission(arrived, { submissionId: uuidv7(), reason, leadId: null });
  return [...queries, insertLedgerEntryOfHeld(arrived.caller.account.id, id, conversationId, pipelineId)] as const;
}
