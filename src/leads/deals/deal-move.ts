import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import type { ErrorCode } from '../../contract/error';
import type { TargetStage } from './deal-target';

export interface DealState {
  readonly id: string;
  readonly pipelineId: string;
  readonly stageId: string;
  readonly isWon: boolean;
}

/**
 * Without `dealId`, the lead's only deal in the stage's pipeline: throws `not_found` for none, `ambiguous_deal` for several.
 * With it, throws `not_found` for a deal of another lead, and `stage_in_other_pipeline`.
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

/** Returns why a partner's move is refused (section 3); all other moves are allowed, also into and out of lost stages. */
export function refusedMove(deal: DealState, stage: TargetStage): ErrorCode | undefined {
  if (stage.isWon) return 'won_requires_closing';
  if (deal.isWon) return 'deal_already_won';
  return undefined;
}
