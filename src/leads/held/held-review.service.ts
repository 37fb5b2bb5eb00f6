import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Account } from '../../accounts/account.entity';
import type { Sent } from '../../contract/day/today';
import type { Decision, HeldState, HeldSubmissionView } from '../../contract/held-submission';
import type { Warning } from '../../contract/submission';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { ApiError, missing } from '../../common/api-error';
import { loadPage, type PagedAccount, type PageQuery } from '../../common/input/paging';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import type { Sendable } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import {
  type ConversationOfLead,
  followOriginOfOldestLead,
  lockConversationOfLead,
  lockPhone,
} from '../record/conversations.queries';
import { findTargetPipeline, findTargetStage } from '../deals/deals.queries';
import { alsoSent } from '../intake/also-sent';
import { type HeldTarget, heldTarget } from './held-target';
import {
  findPhoneOfHeld,
  type LockedHeldSubmission,
  lockHeldSubmission,
  resolveHeldSubmission,
  listHeldSubmissions,
  viewHeldSubmission,
} from './held-submissions.queries';
import { storedPhone } from '../intake/stored-phone.queries';
import { formsOf, type Phone } from '../record/phone';
import { updatedLead, lateNote, newLead, tagged, type SubmissionContext } from '../intake/lead-change';
import { TAGS_LEFT_OUT } from '../record/tags';
import {
  findRelations,
  type LeadRelations,
  type LeadState,
  lockLeadsBeside,
  lockLeadsOfPhone,
  pipelinesOf,
} from '../record/leads.queries';
import { meetLead } from '../record/returns.queries';
import { releaseExternalId, settleLedgerEntry } from '../intake/ledger.queries';
import { type Submission, readSubmission, sentBy } from '../intake/submission';
import { nameAfter, nameConversation, writeConversation, writeLeadChange } from '../intake/lead-change.queries';
import { plainToInstance } from 'class-transformer';
import { SubmitLeadDto } from '../intake/lead.dto';

interface HeldPage {
  readonly held: readonly HeldSubmissionView[];
  readonly nextCursor: string | null;
}

type Reviewed = Readonly<Pick<Account, 'id' | 'siteDomains'>>;

export interface Applied {
  readonly held: HeldSubmissionView;
  readonly warnings: readonly Warning[];
}

/** The owner's decisions on held submissions: apply, apply as a new lead, or dismiss. Each submission is decided once. */
@Injectable()
export class HeldReviewService {
  constructor(private readonly database: Database) {}

  /** Throws 422 for a bad cursor. */
  async list(
    account: PagedAccount,
    query: PageQuery & { readonly state?: HeldState },
    leaving: AbortSignal,
  ): Promise<HeldPage> {
    const state = query.state ?? 'held';
    const { rows, nextCursor } = await loadPage(query, {
      secret: account.cursorSecret,
      scope: JSON.stringify(['held_submissions', account.id, state]),
      load: (count, [createdAt, id] = []) => {
        const position = createdAt && id ? { createdAt, id } : undefined;
        return this.database.read(listHeldSubmissions(account.id, state, count, position), leaving);
      },
      positionOf: ({ createdAt, held }) => [createdAt.toISOString(), held.id],
    });
    return { held: rows.map(({ held }) => held), nextCursor };
  }

  /**
   * Applies the submission to the lead as POST /leads would, under the key that sent it. If only the note was held, it goes to
   * its own lead. The daily quota is not charged again. Throws `not_found`, `notes_full`, and `conflict` when already decided or
   * for the note of another lead.
   */
  apply({ id: accountId, siteDomains }: Reviewed, id: string, leadId: string, actor: Actor): Promise<Applied> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const conversation = await lockConversationOfLead(tx, accountId, leadId);
      const [leads, relations, held] = await tx.send([
        lockLeadsBeside(accountId, leadId),
        findRelations(accountId, leadId),
        lockHeldSubmission(accountId, id),
      ]);
      if (!held) throw missing('held');
      const lead = leads.find(({ id, erasedAt }) => id === leadId && erasedAt === null);
      if (!conversation || !lead || !relations) throw missing('lead');
      const submission = undecided(held, siteDomains);
      const context = contextOf(held);
      const isNote = held.reason === 'notes_full';
      if (isNote && held.leadId !== leadId) throw new ApiError('conflict', { message: NOTE_OF_ANOTHER_LEAD });
      const target = isNote ? null : await targetOf(tx, accountId, submission, held, relations.deals);
      const change = target
        ? updatedLead(tagged(submission, []), context, conversation, target, lead, relations.tags)
        : lateNote(submission, context, lead);
      if (!change.noteFits) throw new ApiError('notes_full');
      const shown = await finish(tx, accountId, id, [
        recordDecision(accountId, actor, 'applied', id),
        resolveHeldSubmission(accountId, id, { state: 'applied', at: held.now, leadId }),
        settleLedgerEntry(accountId, held.submissionId, {
          leadId,
          conversationId: null,
          pipelineId: target?.pipelineId ?? null,
          alsoSent: target && alsoSent(submission, change, { pipelineId: target.pipelineId, deals: relations.deals }),
        }),
        target ? nameByHeld(accountId, conversation, submission, leads, change.leadId, held.now) : undefined,
        writeLeadChange(accountId, change),
        // Where only the note was held, the rest has met the lead already.
        target ? meetLead(accountId, leadId, sentTo(conversation, submission), held.createdAt) : undefined,
        // The lead may be any of the conversation; the oldest one gives the origin.
        change.newOrigin ? followOriginOfOldestLead(accountId, conversation.id) : undefined,
      ]);
      return {
        held: shown,
        warnings: [...warningsOf(submission, target), ...(change.tagsFit ? [] : [TAGS_LEFT_OUT])],
      };
    });
  }

  /**
   * Makes the lead that POST /leads would have made. Throws `not_found`, and `conflict` when already decided, when the phone has a
   * lead, or when only the note is left.
   */
  applyAsNewLead({ id: accountId, siteDomains }: Reviewed, id: string, actor: Actor): Promise<Applied> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const phone = await tx.send(findPhoneOfHeld(accountId, id));
      const { key } = await storedPhone(accountId, phone, (query) => tx.send(query));
      const [{ conversation: existing }, leads, held] = await tx.send([
        lockPhone(accountId, key),
        lockLeadsOfPhone(accountId, key),
        lockHeldSubmission(accountId, id),
      ]);
      if (!held) throw missing('held');
      const submission = undecided(held, siteDomains);
      if (leads.length > 0 || held.reason === 'notes_full') {
        throw new ApiError('conflict', { message: PHONE_HAS_A_LEAD });
      }
      const target = await targetOf(tx, accountId, submission, held);
      const conversation = existing ?? { id: uuidv7(), createdAt: held.now, name: null };
      const change = newLead(tagged(submission, []), contextOf(held), conversation, target);
      const { leadId } = change;
      const shown = await finish(tx, accountId, id, [
        recordDecision(accountId, actor, 'applied', id),
        writeConversation(accountId, existing, { ...conversation, submission, change }),
        resolveHeldSubmission(accountId, id, { state: 'applied', at: held.now, leadId }),
        settleLedgerEntry(accountId, held.submissionId, {
          leadId,
          conversationId: conversation.id,
          pipelineId: target.pipelineId,
          alsoSent: alsoSent(submission, change, { pipelineId: target.pipelineId, deals: [] }),
        }),
        writeLeadChange(accountId, change),
      ]);
      return { held: shown, warnings: warningsOf(submission, target) };
    });
  }

  /** Frees the external_id of an ambiguous submission. Throws `not_found`, and `conflict` when already decided. */
  dismiss(accountId: string, id: string, actor: Actor): Promise<HeldSubmissionView> {
    return this.database.transaction(accountId, async (tx) => {
      const held = await tx.send(lockHeldSubmission(accountId, id));
      if (!held) throw missing('held');
      undecided(held, []);
      return finish(tx, accountId, id, [
        recordDecision(accountId, actor, 'dismissed', id),
        resolveHeldSubmission(accountId, id, { state: 'dismissed', at: held.now, leadId: null }),
        held.reason === 'ambiguous_lead' ? releaseExternalId(accountId, held.submissionId) : undefined,
      ]);
    });
  }
}

const DECIDED = 'O envio já foi aplicado ou descartado.';
const NOTE_OF_ANOTHER_LEAD = 'A anotação só pode ser aplicada ao lead para o qual foi enviada.';
const PHONE_HAS_A_LEAD = 'Já há um lead com este telefone; aplique o envio a ele.';

const contextOf = ({ keyId, keyName, requestId, now, today }: LockedHeldSubmission): SubmissionContext => ({
  keyId,
  sourceId: null,
  keyName,
  requestId,
  byHand: false,
  consentText: null,
  now,
  today,
});

async function targetOf(
  tx: Transaction,
  accountId: string,
  { deal }: Submission,
  { pipelineId }: LockedHeldSubmission,
  deals: LeadRelations['deals'] = [],
): Promise<HeldTarget> {
  const [pipeline, fallback, stage] = await tx.send([
    findTargetPipeline(accountId, pipelineId ?? deal.pipelineId),
    findTargetPipeline(accountId, null),
    deal.stageId ? findTargetStage(accountId, deal.stageId) : undefined,
  ]);
  return heldTarget(deal, { pipeline, fallback, stage }, pipelinesOf(deals));
}

/** Throws unless the submission still waits. An erasure counts as a decision. */
function undecided({ state, body, phone, phoneKey }: LockedHeldSubmission, siteDomains: readonly string[]): Submission {
  if (state !== 'held' || body === null || phone === null || phoneKey === null) {
    throw new ApiError('conflict', { message: DECIDED });
  }
  return readHeldBody(body, { digits: phone, key: phoneKey }, siteDomains);
}

const isOfPhone = ({ phoneKey }: ConversationOfLead, { phone }: Submission): boolean =>
  formsOf(phone.key).includes(phoneKey ?? '');

/** A contact of another phone must leave nothing here: it would stay when that person is erased. */
const sentTo = (conversation: ConversationOfLead, submission: Submission): Sent =>
  isOfPhone(conversation, submission) ? sentBy(submission) : { name: null, email: null, notes: null, campaign: null };

/** The same for a name. */
const nameByHeld = (
  accountId: string,
  conversation: ConversationOfLead,
  submission: Submission,
  leads: readonly LeadState[],
  leadId: string,
  now: Date,
): Sendable =>
  isOfPhone(conversation, submission)
    ? nameConversation(
        accountId,
        conversation,
        nameAfter(conversation, leads, submission.name),
        leads.filter(({ id }) => id !== leadId),
        now,
      )
    : undefined;

const warningsOf = ({ warnings }: Submission, target: HeldTarget | null): readonly Warning[] =>
  target ? [...warnings, ...target.warnings] : [];

const recordDecision = (accountId: string, actor: Actor, decision: Decision, id: string) =>
  recordAudit(accountId, actor, `held_submission.${decision}`, { type: 'held_submission', id });

async function finish(
  tx: Transaction,
  accountId: string,
  id: string,
  writes: readonly Sendable[],
): Promise<HeldSubmissionView> {
  const [, shown] = await tx.commit([writes, viewHeldSubmission(accountId, id)]);
  return shown;
}

/** Reads a stored body as POST /leads does, with the phone found then. It was valid when sent; later rules do not apply. */
const readHeldBody = (rawBody: object, phone: Phone, siteDomains: readonly string[]): Submission => ({
  ...readSubmission(plainToInstance(SubmitLeadDto, rawBody), {}, siteDomains),
  phone,
});
