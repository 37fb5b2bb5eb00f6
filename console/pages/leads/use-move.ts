import type { DealView } from '../../../src/contract/deal';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { call } from '../../api';
import { say } from '../../ui/messages';
import type { Action } from '../../use-action';
import { useChange } from '../../use-change';

export interface Mover extends Action {
  /** Resolves to true on success; `reason` is for lost stages. */
  readonly move: (stage: OwnerStageView, reason?: string) => Promise<boolean>;
}

/** Moves the deal from the stage that the person sees. If it has moved elsewhere, only reloads the page. */
export function useMove(deal: DealView, refresh: () => Promise<void>): Mover {
  const change = useChange(refresh);
  const move = async (stage: OwnerStageView, reason = ''): Promise<boolean> => {
    const body = { stage_id: stage.id, expected_stage_id: deal.stage_id, ...(reason && { reason }) };
    const isMoved = await change.run(() => call('PUT', `/deals/${deal.id}/stage`, body));
    if (isMoved) say(movedTo(stage));
    return isMoved;
  };
  return { ...change, move };
}

function movedTo({ name, is_won: isWon, is_lost: isLost }: OwnerStageView): string {
  if (isWon) return `Negócio ganho: agora está em “${name}”.`;
  return isLost ? `Negócio perdido: agora está em “${name}”.` : `O negócio agora está em “${name}”.`;
}
