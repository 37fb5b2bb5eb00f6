import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import type { ErrorCode } from '../../contract/error';
import type { TargetStage } from './deal-target';

/** A deal as far as its moves depend on it. */
export interface DealState {
  readonly id: string;
  readonly pipelineId: string;
  readonly stageId: string;
  readonly isWon: boolean;
}

/**
 * Which deal of a lead a request means. Without `dealId` it is the lead's one deal in the stage's pipeline: none is
 * `not_found`, several are `ambiguous_deal`. With it, a deal of another lead is `not_found`, one of another pipeline
 * `stage_in_other_pipeline`.
 */
export function dealToMove(deals: readonly DealState[], stage: TargetStage, dealId: string | undefined): DealState {
  if (dealId === undefined) {
    const [deal, ...further] = deals.filter((one) => one.pipelineId === stage.pipelineId);
    if (!deal) throw missing('dealOfLead');
    if (further.length > 0) throw new ApiError('ambiguous_deal');
    return deal;
  }
  const deal = deals.find((one) => one.id === dealId);
  if (!deal) throw missing('dealHere');
  if (deal.pipelineId !== stage.pipelineId) throw new ApiError('stage_in_other_pipeline');
  return deal;
}

/** Section 3: what a partner may not do; every other move is allowed, into and out of lost stages too. */
export function refusedMove(deal: DealState, stage: TargetStage): ErrorCode | undefined {
  if (stage.isWon) return 'won_requires_closing';
  if (deal.isWon) return 'deal_already_won';
  return undefined;
}
