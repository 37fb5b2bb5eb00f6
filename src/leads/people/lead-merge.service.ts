import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { SEES_ALL } from '../../accounts/actor';
import type { Actor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { ApiError, missing } from '../../common/api-error';
import type { LeadDetail } from '../../contract/lead';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';

import { followOriginOfOldestLead, lockConversationOfLead } from '../record/conversations.queries';
import { joinNumber } from '../intake/phone-correction';
import { lockHeldOfPerson } from '../held/held-submissions.queries';
import { refuseManyDeals } from '../deals/deals.service';
import type { DealState } from '../deals/deal-rules';
import { listDealsOfLead, unmarkSharedDeals } from '../deals/deals.queries';
import { findNow, laterThan } from '../record/clock';
import { followContacts } from '../record/handling.queries';
import { copyAfterMerge, assignmentAfterMerge, mergedValues, sourceAfterMerge } from './lead-merge';
import { keepMergedRecord, listNotificationsOf, moveBelongings, setCopyAndSource } from './lead-merge.queries';
import { PersonalTraces } from '../record/personal-traces';
import { keepAssignment, setResponsible } from '../record/assignments.queries';
import { followReturn } from '../record/returns.queries';
import { type LeadOfPerson, lockLeadsOfConversation, withValues, changeLead } from '../record/leads.queries';
import { viewLeadDetail } from '../record/lead.view';
import { SourceNames, withSource } from '../record/source-names';

@Injectable()
export class LeadMergeService {
  constructor(
    private readonly database: Database,
    private readonly sources: SourceNames,
    private readonly traces: PersonalTraces,
  ) {}

  /**
   * Keeps the whole record of `from`. With `dropsPhone` its other number is wrong. Throws `not_found`, `conflict` for leads of different phones otherwise, a lead with itself or too many deals, and 422 for
   * deals to end that are of neither lead, or won.
   */
  merge(
    accountId: string,
    from: string,
    { into, endedDeals, dropsPhone }: Omit<MergeRequest, 'from'> & { readonly dropsPhone: boolean },
    actor: Actor,
  ): Promise<LeadDetail> {
    return this.database.transaction(accountId, async (tx) => {
      if (dropsPhone) await joinNumber(tx, this.traces, { accountId, actor, leadId: from }, into);
      const pair = await lockPair(tx, accountId, { from, into, endedDeals });
      const { conversationId, merged, survivor, submissionIds, now } = pair;
      const updatedAt = laterThan(later(survivor.updatedAt, merged.updatedAt), now);
      const merge = { id: uuidv7(), from: merged, into, at: now, updatedAt, endedDeals };
      const assignment = assignmentAfterMerge(survivor, merged);
      const sourceId = sourceAfterMerge(survivor, merged);
      const names = await this.sources.find(accountId, [sourceId], (query) => tx.send(query));
      const [, , , , , , , , , , , view] = await tx.commit([
        keepMergedRecord(accountId, merge),
        this.traces.all.map(({ move }) => move?.(accountId, from, into)),
        moveBelongings(accountId, merge, { conversationId, submissionIds, notificationIds: pair.notificationIds }),
        setCopyAndSource(accountId, into, copyAfterMerge(survivor, pair.others), sourceId),
        assignment && survivor.responsibleId === null
          ? setResponsible(accountId, into, assignment.to, null)
          : undefined,
        assignment &&
          keepAssignment(accountId, { leadId: into, ...assignment, by: 'staff', memberId: actor.memberId, at: now }),
        changeLead(accountId, survivor, updatedAt, withValues(survivor, mergedValues(survivor, merged)), {
          left: pair.left,
        }),
        [followContacts(accountId, into, null), followReturn(accountId, survivor)],
        endedDeals.length > 0 ? unmarkSharedDeals(accountId, conversationId) : undefined,
        followOriginOfOldestLead(accountId, conversationId),
        recordAudit(
          accountId,
          actor,
          'lead.merged',
          { type: 'lead', id: from },
          { details: { merged_into: into, ...(endedDeals.length > 0 && { ended_deals: endedDeals }) } },
        ),
        viewLeadDetail(accountId, SEES_ALL, into),
      ]);
      if (!view) throw new Error('a lead vanished under its lock');
      return withSource(view, names);
    });
  }
}

interface MergeRequest {
  readonly from: string;
  readonly into: string;
  /** Deals of either lead that end with the merge. */
  readonly endedDeals: readonly string[];
}

/** Locks the conversation with its leads, and checks what is requested. */
async function lockPair(tx: Transaction, accountId: string, { from, into, endedDeals }: MergeRequest) {
  const conversation = await lockConversationOfLead(tx, accountId, from);
  if (!conversation) throw missing('lead');
  const [leads, held, notificationIds, { now }] = await tx.send([
    lockLeadsOfConversation(accountId, conversation.id),
    lockHeldOfPerson(accountId, [], [from]),
    listNotificationsOf(accountId, from),
    findNow(),
  ]);
  const merged = present(leads, from);
  if (!merged) throw missing('lead');
  const survivor = present(leads, into) ?? (await refuse(tx, accountId, into));
  if (survivor === merged) throw new ApiError('conflict', { message: 'Escolha dois leads diferentes.' });
  const [ofMerged, ofSurvivor] = await tx.send([listDealsOfLead(accountId, from), listDealsOfLead(accountId, into)]);
  refuseEnds(endedDeals, [...ofMerged, ...ofSurvivor]);
  refuseManyDeals(ofMerged.length + ofSurvivor.length - endedDeals.length);
  return {
    conversationId: conversation.id,
    merged,
    survivor,
    others: leads.filter((lead) => lead !== merged && lead !== survivor),
    submissionIds: held.map(({ submissionId }) => submissionId),
    notificationIds,
    /** The lists of the survivor's deals that end. */
    left: ofSurvivor
      .filter(({ id }) => endedDeals.includes(id))
      .flatMap(({ pipelineId, stageId }) => [pipelineId, stageId]),
    now,
  };
}

const present = (leads: readonly LeadOfPerson[], id: string): LeadOfPerson | undefined =>
  leads.find((lead) => lead.id === id && lead.erasedAt === null);

/** A sale never ends with a merge: it would be in no sum any more. */
function refuseEnds(ended: readonly string[], deals: readonly DealState[]): void {
  const problems = ended.flatMap((id, index) => {
    const deal = deals.find((one) => one.id === id);
    const field = `close_deal_ids.${index}`;
    if (!deal) return [{ field, message: 'não é um negócio destes leads' }];
    return deal.isWon ? [{ field, message: 'é um negócio ganho, que fica com o lead' }] : [];
  });
  if (problems.length > 0) throw ApiError.invalid(problems);
}

/** Throws `conflict` for a lead with another phone, `not_found` for an unknown one. */
async function refuse(tx: Transaction, accountId: string, leadId: string): Promise<never> {
  const lead = await tx.send(viewLeadDetail(accountId, SEES_ALL, leadId));
  throw lead && lead.erased_at === null
    ? new ApiError('conflict', { message: 'Só leads com o mesmo telefone podem ser mesclados.' })
    : missing('lead');
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
