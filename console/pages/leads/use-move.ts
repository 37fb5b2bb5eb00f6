import type { OwnerDeal } from '../../../src/contract/deal';
import type { OwnerStageView } from '../../../src/contract/pipeline';
import { type DealEnd, sendMove, undoing } from '../../deal-moves';
import { say } from '../../ui/messages';
import type { Action } from '../../use-action';
import { useChange } from '../../use-change';

export interface Mover extends Action {
  /** Resolves to true on success. In the deal's own stage, corrects how it ended. */
  readonly move: (stage: OwnerStageView, closing?: DealEnd) => Promise<boolean>;
}

/** Moves the deal from the stage that the person sees. If it has moved elsewhere, only reloads the page. */
export function useMove(deal: OwnerDeal, refresh: () => Promise<void>): Mover {
  const change = useChange(refresh);
  const move = async (stage: OwnerStageView, closing?: DealEnd): Promise<boolean> => {
    const isDone = await change.run(() => sendMove(deal, stage.id, closing));
    if (isDone && stage.id === deal.stage_id) say('Corrigido.');
    else if (isDone) say(movedTo(stage), undoing(deal, stage.id, refresh));
    return isDone;
  };
  return { ...change, move };
}

function movedTo({ name, is_won: isWon, is_lost: isLost }: OwnerStageView): string {
  if (isWon) return `Negócio ganho: agora está em “${name}”.`;
  return isLost ? `Negócio perdido: agora está em “${name}”.` : `O negócio agora está em “${name}”.`;
}
