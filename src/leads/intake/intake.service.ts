import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { AppliedResult, Warning } from '../../contract/submission';
import { limitsFor } from '../../accounts/account-limits';
import { shareActive } from '../../accounts/members/members.queries';
import { type Caller, canRead } from '../../auth/keys/caller';
import { ApiError } from '../../common/api-error';
import { Config } from '../../config/config';
import type { DealView } from '../../contract/deal';
import type { LeadView } from '../../contract/lead';
import { Database } from '../../database/database';
import { LostRace, RACED } from '../../database/errors';
import { type Answers, map, type Sendable } from '../../database/query';
import type { Transaction } from '../../database/transaction';
import type { Clock } from '../record/clock';
import {
  type FoundConversation,
  lockPhone,
  makeConversation,
  makePastConversation,
  unmakeConversation,
} from '../record/conversations.queries';
import { dealTarget, NO_DEAL } from '../deals/deal-rules';
import { alsoSent } from './also-sent';
import { updatedLead, type LeadChange, newLead, tagged } from './lead-change';
import { assignLead } from '../record/assignments.queries';
import { viewLead } from '../record/lead.view';
import { type LeadState, lockLeadsOfPhone, pipelinesOf, listRelationsOfPhone } from '../record/leads.queries';
import { type DailyLimit, isUsedUp, quotaUsedUp, takeQuota, findUsedToday } from './daily-limit.queries';
import { type ClaimingEntry, insertLedgerEntry, type NewLedgerEntry, findLedgerEntry } from './ledger.queries';
import type { Phone } from '../record/phone';
import { phoneDigest } from './phone-correction';
import { meetLead } from '../record/returns.queries';
import { TAGS_LEFT_OUT } from '../record/tags';
import { storedPhone } from './stored-phone.queries';
import { isOfOtherPhone, reasonToHold, earlierEntry } from './reason-to-hold';
import { readSubmission, type Submission, type SubmissionOptions, sentBy } from './submission';
import type { SubmitLeadDto } from './lead.dto';
import { followContact, nameAfter, viewChangedLead, writeLeadChange } from './lead-change.queries';
import { readerTogether } from '../../database/combined-queries';
import { findTarget } from '../deals/deals.queries';
import { findTags } from '../record/tags.queries';
import { findHeldConflict, holdSubmission, holdWhole, type SubmissionRequest } from './hold.queries';

export interface Outcome {
  readonly created: boolean;
  readonly duplicate: boolean;
  /** Null for a duplicate of a held submission whose phone has no lead. */
  readonly lead: LeadView | null;
  /** The lead's newest deal in the pipeline of the request. */
  readonly deal: DealView | null;
  readonly warnings: readonly Warning[];
}

/** What was applied: the lead, the phone as it is stored, and the clock of the transaction. */
export interface Applied {
  readonly leadId: string;
  readonly phone: Phone;
  readonly clock: Clock;
}

/** Makes the last statements, which replace the daily count. A failure rolls everything back. */
type Settle = (result: AppliedResult, warnings: readonly Warning[], applied: Applied) => Sendable;

/** What only an import or a source may set; the key of its caller has its own id and name. */
export interface IntakeOptions extends SubmissionOptions {
  readonly from: 'import' | 'source';
  /** The member who gets the lead, if nobody is responsible for it. */
  readonly responsibleId?: string;
  /** The sentence that was shown with the consent. */
  readonly consentText?: string;
  /** Submissions of the day after which it is refused; an import counts none. */
  readonly dailyLimit?: DailyLimit;
  /** Sent under the locks of the phone and its leads, before anything is written; its reader may throw. */
  readonly claim?: Sendable;
  /** When it was sent, where it had to wait. */
  readonly sentAt?: Date;
  readonly settle: Settle;
}

const readExisting = readerTogether('meet_submission');

type SubmissionKeys = Pick<Submission, 'externalId'> & {
  readonly phone: Pick<Submission['phone'], 'key'>;
  readonly deal: Omit<Submission['deal'], 'value'>;
  readonly tags: readonly Pick<Submission['tags'][number], 'key'>[];
};

/** Sent after `lockPhone` and `lockLeadsOfPhone`, as a statement of its own: it must see what was committed during their wait. */
export const findExisting = (
  accountId: string,
  { phone, deal, externalId, tags }: SubmissionKeys,
  imported: boolean,
  digest: Buffer | null,
) =>
  map(
    readExisting([
      imported ? undefined : findUsedToday(accountId),
      ...findTarget(accountId, deal),
      externalId ? findLedgerEntry(accountId, externalId, imported, digest) : undefined,
      listRelationsOfPhone(accountId, phone.key),
      tags.length > 0 ? findTags(accountId, tags) : undefined,
      externalId && !imported ? findHeldConflict(accountId, externalId, phone.key, digest) : undefined,
    ]),
    ([used = 0, pipeline, stage, ledgerEntry, relations, tags = [], heldConflict]) => ({
      used,
      target: [pipeline, stage] as const,
      ledgerEntry,
      relations,
      tags,
      heldConflict,
    }),
  );

/** The result of the first round trip: the pipeline and stage of the request, and what is stored for the phone. */
interface Existing extends Omit<Answers<ReturnType<typeof findExisting>>, 'used'> {
  readonly clock: Clock;
  readonly conversation: FoundConversation;
  readonly isNew: boolean;
  readonly leads: readonly LeadState[];
}

/** POST /leads (specification, section 4): one transaction in two round trips. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Applies a submission, or holds it if its sender may not know why it cannot be applied. Resolves after the commit; undefined
   * for a caller without the right to read. Throws the 4xx of section 4 and then writes nothing.
   */
  async submit(
    caller: Caller,
    { requestId, rawBody }: Omit<SubmissionRequest, 'caller'>,
    body: SubmitLeadDto,
    options?: IntakeOptions,
  ): Promise<Outcome | undefined> {
    const submission = readSubmission(body, options, caller.account.siteDomains);
    const database = this.database.as(options?.from === 'import' ? 'job' : 'partner');
    return database.transaction(caller.account.id, RACED, (tx) =>
      this.apply(tx, { caller, requestId, rawBody }, submission, options),
    );
  }

  /** Checks the day's count and what is stored (docs/decisions.md, "Order of checks"), then sends the second round trip. */
  private async apply(
    tx: Transaction,
    request: SubmissionRequest,
    read: Submission,
    options?: IntakeOptions,
  ): Promise<Outcome | undefined> {
    const { caller } = request;
    const phone = await storedPhone(caller.account.id, read.phone, (query) => tx.send(query));
    const submission = { ...read, phone };
    const responsibleId = options?.responsibleId && (await activeMember(tx, caller.account.id, options.responsibleId));
    const existing = await this.find(tx, caller, submission, options);
    const { clock, conversation, isNew, target } = existing;
    const earlier = earlierEntry(existing);
    const countOnce = takeQuota(caller.account.id, clock, limitsFor(caller.account, this.config.limits));
    if (canRead(caller)) {
      if (isOfOtherPhone(existing)) throw new ApiError('external_id_conflict');
      if (earlier) return replay(tx, caller, existing, earlier);
    } else {
      // Without the right to read, the deal part is checked as for a new lead: the answer must not depend on what is stored.
      dealTarget(submission.deal, ...target);
      const reason = reasonToHold(existing);
      if (earlier || reason) {
        const ids = { conversationId: isNew ? null : conversation.id, pipelineId: target[0]?.id ?? null };
        await tx.commit([
          isNew ? unmakeConversation(caller.account.id, conversation.id) : undefined,
          // Also one that was held under this phone before a correction of it.
          reason && !existing.heldConflict ? holdWhole(request, submission, reason, ids) : undefined,
          countOnce,
        ]);
        return undefined;
      }
    }
    const decision = decide(request, submission, existing, options);
    return write(
      tx,
      request,
      submission,
      existing,
      { ...decision, responsibleId },
      options?.settle ?? (() => countOnce),
    );
  }

  private async find(
    tx: Transaction,
    caller: Caller,
    submission: Submission,
    options: IntakeOptions | undefined,
  ): Promise<Existing> {
    const imported = options?.from === 'import';
    const limit = options?.dailyLimit ?? limitsFor(caller.account, this.config.limits);
    const { phone, name, origin, createdAt } = submission;
    const { id: account, cursorSecret } = caller.account;
    const digest = submission.externalId ? phoneDigest(cursorSecret, phone.key) : null;
    const madeId = uuidv7();
    const made = [account, madeId, phone, origin.origin, name] as const;
    const [, { conversation, ...clock }, leads, { used, ...stored }] = await tx.send([
      createdAt ? makePastConversation(...made, createdAt) : makeConversation(...made),
      lockPhone(account, phone.key),
      lockLeadsOfPhone(account, phone.key),
      findExisting(account, submission, imported, digest),
      options?.claim,
    ]);
    // The conversation was erased between two statements of this trip.
    if (!conversation) throw new LostRace();
    const isReplay = earlierEntry({ ...stored, conversation }) !== undefined;
    const isRefused = !imported && isUsedUp(used, limit);
    if (isRefused && !(isReplay && canRead(caller))) throw quotaUsedUp(clock, limit);
    const isNew = conversation.id === madeId;
    // A new conversation and its lead share one moment and so one day. A lead imported into the past changes now.
    const beginning = isNew && !createdAt ? { ...clock, now: conversation.createdAt } : clock;
    return { ...stored, clock: beginning, conversation, isNew, leads };
  }
}

/** Who gets an imported lead; null for somebody who has left since the file was read. Locks the member. */
const activeMember = async (tx: Transaction, accountId: string, id: string): Promise<string | null> =>
  (await tx.send(shareActive(accountId, [id])))[0] ?? null;

interface Decision {
  readonly change: LeadChange;
  /** Tells that the lead came back; undefined for a new or imported one. */
  readonly met: Sendable;
  readonly entry: NewLedgerEntry & { readonly result: AppliedResult };
}

/** Throws the 422 and 409 of section 4. */
function decide(
  { caller, requestId }: SubmissionRequest,
  submission: Submission,
  { clock, conversation, isNew, leads, relations: [ofFirst], tags, target: named }: Existing,
  options: IntakeOptions | undefined,
): Decision {
  const [lead, ...furtherLeads] = leads;
  const relations = furtherLeads.length === 0 ? ofFirst : undefined;
  const target = submission.isWithoutDeal
    ? NO_DEAL
    : dealTarget(submission.deal, ...named, relations && pipelinesOf(relations.deals));
  if (furtherLeads.length > 0) throw ambiguous(leads);
  const imported = options?.from === 'import';
  const sender =
    options?.from === 'source' ? { keyId: null, sourceId: caller.key.id } : { keyId: caller.key.id, sourceId: null };
  const context = {
    ...sender,
    keyName: caller.key.name,
    requestId,
    byHand: imported,
    consentText: options?.consentText ?? null,
    ...clock,
  };
  const input = [tagged(submission, tags), context, conversation, target] as const;
  const change = lead && relations ? updatedLead(...input, lead, relations.tags) : newLead(...input);
  const entry = {
    id: uuidv7(),
    externalId: submission.externalId,
    claimsExternalId: true,
    conversationId: conversation.id,
    leadId: change.leadId,
    pipelineId: target.pipelineId,
    ...sender,
    requestId,
    result: isNew ? 'created' : 'updated',
    imported,
    noteAt: change.noteAt,
    alsoSent: alsoSent(submission, change, { pipelineId: target.pipelineId, deals: relations?.deals ?? [] }),
  } as const;
  const met = lead && !imported ? meetLead(caller.account.id, lead.id, sentBy(submission), options?.sentAt) : undefined;
  return { change, entry, met };
}

async function write(
  tx: Transaction,
  request: SubmissionRequest,
  submission: Submission,
  { clock, conversation, isNew, leads }: Existing,
  { change, entry, met, responsibleId }: Decision & { readonly responsibleId: string | null | undefined },
  last: Settle,
): Promise<Outcome | undefined> {
  const { caller } = request;
  const { id: account, planAutoOrigin } = caller.account;
  const isHeld = !change.noteFits && !canRead(caller);
  const hold = { submissionId: entry.id, reason: 'notes_full', leadId: change.leadId } as const;
  const warnings = [
    ...submission.warnings,
    ...(change.noteFits ? [] : [NOTE_DROPPED]),
    ...(change.tagsFit ? [] : [TAGS_LEFT_OUT]),
    ...(responsibleId === null ? [RESPONSIBLE_LEFT_OUT] : []),
  ];
  const [, , , shown] = await tx.commit([
    isNew
      ? undefined
      : followContact(account, conversation, nameAfter(conversation, leads, submission.name), change.newOrigin),
    insertLedgerEntry(account, entry),
    [
      writeLeadChange(account, change, responsibleId ? giveTo(account, change, responsibleId, clock.now) : undefined),
      met,
    ],
    canRead(caller) ? viewChangedLead(account, change, planAutoOrigin) : undefined,
    isHeld ? holdSubmission(request, submission, hold).queries : undefined,
    last(entry.result, warnings, { leadId: change.leadId, phone: submission.phone, clock }),
  ]);
  if (!shown) return undefined;
  return { created: isNew, duplicate: false, lead: shown, deal: dealIn(shown, entry.pipelineId), warnings };
}

/** Gives a lead of nobody to a member; a lead of somebody stays theirs. */
function giveTo(accountId: string, { lead, leadId }: LeadChange, to: string, at: Date) {
  const isNew = 'created' in lead;
  if (!isNew && lead.existing.responsibleId !== null) return undefined;
  return assignLead(accountId, { leadId, from: null, to, by: 'staff', memberId: null, at, isNew });
}

/** Section 4, point 2: writes nothing and returns the present lead, with its deal in the submission's pipeline. */
async function replay(
  tx: Transaction,
  caller: Caller,
  { conversation, isNew, leads, target: [pipeline] }: Existing,
  entry: ClaimingEntry,
): Promise<Outcome> {
  // A held submission has no lead yet, and its phone may have none. Of a corrected phone, these leads are another person's.
  const ofPhone = entry.isCorrected && entry.conversationId !== conversation.id ? [] : leads;
  if (!entry.leadId && ofPhone.length > 1) throw ambiguous(ofPhone);
  const leadId = entry.leadId ?? ofPhone[0]?.id;
  const { id: account, planAutoOrigin } = caller.account;
  const [, lead = null] = await tx.commit([
    isNew ? unmakeConversation(account, conversation.id) : undefined,
    leadId ? viewLead(account, leadId, planAutoOrigin) : undefined,
  ]);
  // The owner applied it to a lead of another phone, which is not locked here and was merged meanwhile.
  if (leadId && !lead) throw new LostRace();
  const pipelineId = entry.pipelineId ?? pipeline?.id;
  return { created: false, duplicate: true, lead, deal: lead && dealIn(lead, pipelineId), warnings: [] };
}

const ambiguous = (leads: readonly LeadState[]): ApiError =>
  new ApiError('ambiguous_lead', { details: { lead_ids: leads.map(({ id }) => id).sort() } });

const dealIn = (lead: LeadView, pipelineId: string | null | undefined): DealView | null =>
  lead.deals.filter((deal) => deal.pipeline_id === pipelineId).at(-1) ?? null;

const RESPONSIBLE_LEFT_OUT: Warning = {
  code: 'unavailable',
  field: 'responsible',
  message: 'não é mais uma pessoa ativa da equipe; ficou de fora',
};

const NOTE_DROPPED: Warning = {
  code: 'notes_full',
  field: 'notes',
  message: 'As anotações do lead não comportam mais texto; a nota não foi gravada.',
};
