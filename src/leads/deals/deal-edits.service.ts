import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Staff } from '../../auth/access/account-caller';
import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import type { OwnerDeal } from '../../contract/deal';
import { MAX_DEALS } from '../../contract/limits';
import { Database } from '../../database/database';
import { RACED } from '../../database/errors';
import { changeLead } from '../record/change-lead';
import { laterThan } from '../record/clock';
import { lockConversationOfLead } from '../record/conversations.queries';
import { expectVersion } from '../record/lead-version';
import { lockLead, touched } from '../record/leads.queries';
import { lockLeadOf } from '../record/lock-lead-of';
import { isClosed } from './deal-target';
import {
  findLeadOfDeal,
  findTargetStage,
  insertDeal,
  listDealsOfLead,
  markSharedDeals,
  setDealValue,
  viewOwnerDeal,
} from './deals.queries';

interface NewDealInput {
  readonly stageId: string;
  /** Reais. */
  readonly value: number | null;
}

interface ValueEdit {
  /** Reais; null: none. */
  readonly value: number | null;
  /** The version of the lead that the caller saw. */
  readonly expectedUpdatedAt?: string;
}

/** What staff change of deals besides their stages: POST /leads/{id}/deals and PATCH /deals/{id}. */
@Injectable()
export class DealEditsService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found` for an unknown lead, 422 for an unknown stage, `conflict` for a lead with a deal in that pipeline or too many. */
  add(accountId: string, { viewer }: Staff, leadId: string, { stageId, value }: NewDealInput): Promise<OwnerDeal> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const conversation = await tx.send(lockConversationOfLead(accountId, leadId));
      const [lead, stage, deals] = await tx.send([
        lockLead(accountId, viewer, leadId),
        findTargetStage(accountId, stageId),
        listDealsOfLead(accountId, leadId),
      ]);
      if (!conversation || !lead) throw missing('lead');
      if (!stage) throw ApiError.invalid([{ field: 'stage_id', message: 'etapa não encontrada na conta' }]);
      if (deals.some(({ pipelineId }) => pipelineId === stage.pipelineId))
        throw new ApiError('conflict', { message: 'O lead já tem um negócio neste funil; mova o que ele tem.' });
      refuseManyDeals(deals.length + 1);
      const target = { pipelineId: stage.pipelineId, stageId, closes: isClosed(stage) };
      const deal = { id: uuidv7(), leadId, target, copy: 0, value, createdAt: lead.now, conversation };
      const [, shown] = await tx.commit([
        changeLead(accountId, lead, laterThan(lead.updatedAt, lead.now), touched, {
          belongings: [insertDeal(accountId, deal), markSharedDeals(accountId, conversation.id)],
        }),
        viewOwnerDeal(accountId, deal.id),
      ]);
      return shown;
    });
  }

  /** Throws `not_found`, and `conflict` for a lead of another version. */
  setValue(
    accountId: string,
    { viewer }: Staff,
    dealId: string,
    { value, expectedUpdatedAt }: ValueEdit,
  ): Promise<OwnerDeal> {
    return this.database.transaction(accountId, RACED, async (tx) => {
      const lead = await lockLeadOf(tx, accountId, viewer, findLeadOfDeal(accountId, viewer, dealId));
      if (!lead) throw missing('deal');
      expectVersion(lead, expectedUpdatedAt);
      const [, shown] = await tx.commit([
        changeLead(accountId, lead, laterThan(lead.updatedAt, lead.now), touched, {
          belongings: setDealValue(accountId, dealId, value),
        }),
        viewOwnerDeal(accountId, dealId),
      ]);
      return shown;
    });
  }
}

/** Throws `conflict` when staff would give a lead too many deals. */
export function refuseManyDeals(count: number): void {
  if (count > MAX_DEALS)
    throw new ApiError('conflict', { message: `Um lead pode ter no máximo ${MAX_DEALS} negócios.` });
}
