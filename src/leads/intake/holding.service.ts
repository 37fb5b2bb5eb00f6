import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { notify } from '../../accounts/tell-owner';
import type { Caller } from '../../auth/caller';
import { Config } from '../../config';
import type { HeldReason } from '../../contract/held-submission';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';

import { lockPhone } from '../record/conversations.queries';
import { findTarget } from '../deals/deals.queries';
import { insertHeldSubmission } from './hold.queries';
import { insertLedgerEntry, takeQuota } from './ledger.queries';
import { lockLeadsOfPhone } from '../record/leads.queries';
import type { Submission } from './submission';

const REASONS: Readonly<Record<HeldReason, string>> = {
  ambiguous_lead: 'há mais de um lead com este telefone',
  external_id_conflict: 'o external_id já foi usado com outro telefone',
  notes_full: 'as anotações do lead não comportam mais texto',
};

/** Keeps what came from keys that may not read and could not be applied: nothing answered 202 is lost. */
@Injectable()
export class HoldingService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Holds a submission that was refused, and counts it like any accepted one. The same external_id with the same phone
   * is held once; a conflict that the owner applied is settled and is not held again. An ambiguous one claims its
   * external_id; false when its phone is not ambiguous any more. Throws `rate_limited`, and 23505 when the external_id was
   * claimed by another submission meanwhile.
   */
  hold(caller: Caller, requestId: string, submission: Submission, reason: HeldReason): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const account = caller.account.id;
      const [[pipeline], phone, leads] = await tx.send([
        findTarget(account, submission.deal),
        lockPhone(account, submission.phone.key),
        lockLeadsOfPhone(account, submission.phone.key),
      ]);
      if (reason === 'ambiguous_lead' && leads.length < 2) return false;
      const submissionId = uuidv7();
      const isHeldNow = await holdSubmission(tx, caller, requestId, submission, { submissionId, reason, leadId: null });
      const countOnce = takeQuota(account, phone, this.config.limits);
      if (!isHeldNow) {
        await tx.commit([countOnce]);
        return true;
      }
      const entry = {
        id: submissionId,
        externalId: submission.externalId,
        claimsExternalId: reason === 'ambiguous_lead',
        conversationId: phone.conversation?.id ?? null,
        leadId: null,
        pipelineId: pipeline?.id ?? null,
        keyId: caller.key.id,
        requestId,
        result: 'held',
        imported: false,
      } as const;
      await tx.commit([insertLedgerEntry(account, entry), countOnce]);
      return true;
    });
  }
}

/** Why and under which ledger entry something is held; `leadId` is the lead that got everything but the note. */
interface Holding {
  readonly submissionId: string;
  readonly reason: HeldReason;
  readonly leadId: string | null;
}

/** Stores the whole submission and tells the owner, in the caller's transaction; false when it was held before. */
export async function holdSubmission(
  tx: Transaction,
  caller: Caller,
  requestId: string,
  submission: Submission,
  { submissionId, reason, leadId }: Holding,
): Promise<boolean> {
  const id = uuidv7();
  const inserted = await tx.send(
    insertHeldSubmission(caller.account.id, {
      id,
      submissionId,
      reason,
      phone: submission.phone.digits,
      phoneKey: submission.phone.key,
      externalId: submission.externalId,
      body: submission.body,
      keyId: caller.key.id,
      keyName: caller.key.name,
      requestId,
      leadId,
    }),
  );
  if (!inserted) return false;
  const message = `Um envio da chave “${caller.key.name}” foi retido: ${REASONS[reason]}.`;
  await tx.send(notify(caller.account.id, 'submission.held', id, message));
  return true;
}
