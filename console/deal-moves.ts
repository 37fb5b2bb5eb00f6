import type { OwnerDeal } from '../src/contract/deal';
import { ApiFailure, call } from './api';
import { plural } from './format';
import { refusalText } from './refusal-words';
import { say, type Undo } from './ui/messages';

/** How a deal ends, by the names of the body's fields. */
export interface DealEnd {
  readonly reason?: string;
  readonly closed_value?: number | null;
  readonly closed_at?: string;
}

type Placed = Pick<OwnerDeal, 'id' | 'stage_id'>;

/** Moves a deal from the stage that the person sees; in the same stage, corrects how it ended. Throws `ApiFailure`. */
export const sendMove = ({ id, stage_id: from }: Placed, to: string, closing: DealEnd = {}) =>
  call<OwnerDeal>('PUT', `/deals/${id}/stage`, { stage_id: to, expected_stage_id: from, ...closing });

/** How the deal had ended before a move. */
function endOf({ closed_at: at, closed_value, lost_reason: reason }: OwnerDeal): DealEnd {
  if (!at) return {};
  return { closed_at: at, ...(closed_value !== null && { closed_value }), ...(reason && { reason }) };
}

/** Takes moves into a stage back: each deal as it was before. What others have moved since stays there. */
export const undoing =
  (deals: readonly OwnerDeal[], stageId: string, refresh: () => Promise<unknown>): Undo =>
  async () => {
    let moved = 0;
    let failure: ApiFailure | undefined;
    for (const deal of deals) {
      try {
        await sendMove({ id: deal.id, stage_id: stageId }, deal.stage_id, endOf(deal));
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error;
        if (!['conflict', 'not_found'].includes(error.code)) failure = error;
        moved++;
      }
      if (failure) break;
    }
    if (failure) say(refusalText(failure));
    else
      say(
        moved === 0
          ? 'Desfeito.'
          : `${plural(moved, 'negócio não voltou', 'negócios não voltaram')}: mudou enquanto isso.`,
      );
    await refresh();
  };
