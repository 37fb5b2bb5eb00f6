import type { OwnerDeal } from '../src/contract/deal';
import type { BulkResult } from '../src/contract/lead';
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

const putStage = (dealId: string, body: object) => call<OwnerDeal>('PUT', `/deals/${dealId}/stage`, body);

/** Moves a deal from the stage that the person sees; in the same stage, corrects how it ended. Throws `ApiFailure`. */
export const sendMove = ({ id, stage_id: from }: Placed, to: string, closing: DealEnd = {}) =>
  putStage(id, { stage_id: to, expected_stage_id: from, ...closing });

/** Says what an undo has done; `send` returns how many deals did not go back. */
async function undo(send: () => Promise<number>, refresh: () => Promise<unknown>): Promise<void> {
  try {
    const stayed = await send();
    const text = `${plural(stayed, 'negócio não voltou', 'negócios não voltaram')}: mudou enquanto isso.`;
    say(stayed === 0 ? 'Desfeito.' : text);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    say(refusalText(error));
  }
  await refresh();
}

/** Undoes the move of a deal from this place into a stage, unless others have moved it since. */
export const undoing =
  ({ id, stage_id: from }: Placed, to: string, refresh: () => Promise<unknown>): Undo =>
  () =>
    undo(async () => {
      try {
        await putStage(id, { stage_id: from, expected_stage_id: to, undo: true });
        return 0;
      } catch (error) {
        if (error instanceof ApiFailure && ['conflict', 'not_found'].includes(error.code)) return 1;
        throw error;
      }
    }, refresh);

/** Undoes the last moves of several leads. */
export const undoingMoves =
  (leadIds: readonly string[], refresh: () => Promise<unknown>): Undo =>
  () =>
    undo(async () => {
      const { data } = await call<BulkResult>('POST', '/leads/bulk', { lead_ids: leadIds, undo: true });
      return data.refused.length;
    }, refresh);
