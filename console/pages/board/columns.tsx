import { useRef, useState } from 'preact/hooks';
import type { Board, BoardCard } from '../../../src/contract/board';
import type { OwnerPipelineView, OwnerStageView } from '../../../src/contract/pipeline';
import type { DealEnd } from '../../deal-moves';
import { CloseDeal } from '../leads/close-deal';
import { findCard } from './board-change';
import { type CardActions, KEYS_HINT } from './card';
import { ChooseStage } from './choose-stage';
import { Column } from './column';
import { press } from './drag';
import type { BoardMove, OpenBoard } from './use-board';
import { useFocusedCard } from './use-focused-card';

interface ColumnsProps {
  readonly board: Board;
  readonly open: OpenBoard;
  readonly pipelines: readonly OwnerPipelineView[];
}

/** Stages of a board side by side; cards are dragged, or moved by keys and buttons. */
export function BoardColumns({ board, open, pipelines }: ColumnsProps) {
  const container = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<BoardCard>();
  const stages = pipelines.find(({ id }) => id === board.id)?.stages ?? [];
  const { ask, closing, endClosing } = useAsk(open);
  useFocusedCard(container, board, open.isMoving);
  const actions = { ...actionsOf(pipelines, stages, ask, setChosen), onChanged: open.refresh };
  const drop = (event: PointerEvent): void => {
    if (!container.current) return;
    press(event, container.current, ({ dealId, fromId, toId }) => {
      const to = stages.find(({ id }) => id === toId);
      ask(dealId, fromId, to);
    });
  };
  const choose = (card: BoardCard, stage: OwnerStageView): void => {
    setChosen(undefined);
    ask(card.deal.id, card.deal.stage_id, stage);
  };
  const close = (): void => setChosen(undefined);
  return (
    <>
      <p class="small muted board-hint">
        O lead que mudou por último vem primeiro.{' '}
        <span id={KEYS_HINT}>Arraste os cards, use “Mover”, ou Ctrl com as setas para os lados.</span>
      </p>
      <div class="board" ref={container} role="region" aria-label="Etapas" tabIndex={0} onPointerDown={drop}>
        {board.stages.map((stage) => (
          <Column key={stage.id} stage={stage} stages={stages} actions={actions} onMore={open.more} />
        ))}
      </div>
      {chosen && <ChooseStage card={chosen} stages={stages} onClose={close} onChoose={(to) => choose(chosen, to)} />}
      {closing && <Close move={closing} stages={stages} board={board} open={open} onClose={endClosing} />}
    </>
  );
}

type Ask = (dealId: string, fromId: string, to: OwnerStageView | undefined) => void;

/** Moves a card on request; a sale waits for its amount, a loss for its reason. */
function useAsk(open: OpenBoard): { ask: Ask; closing: BoardMove | undefined; endClosing: () => void } {
  const [closing, setClosing] = useState<BoardMove>();
  const ask: Ask = (dealId, fromId, to) => {
    if (!to || to.id === fromId) return;
    if (to.is_won || to.is_lost) setClosing({ dealId, fromId, to });
    else void open.move({ dealId, fromId, to });
  };
  return { ask, closing, endClosing: () => setClosing(undefined) };
}

function actionsOf(
  pipelines: readonly OwnerPipelineView[],
  stages: readonly OwnerStageView[],
  ask: Ask,
  onMove: (card: BoardCard) => void,
): Omit<CardActions, 'onChanged'> {
  const all = pipelines.flatMap((pipeline) => pipeline.stages);
  return {
    stageName: (id) => all.find((stage) => stage.id === id)?.name ?? 'outra etapa',
    onMove,
    onStep: ({ deal }, step) => {
      const at = stages.findIndex(({ id }) => id === deal.stage_id);
      if (at >= 0) ask(deal.id, deal.stage_id, stages[at + step]);
    },
  };
}

interface CloseProps {
  readonly move: BoardMove;
  readonly stages: readonly OwnerStageView[];
  readonly board: Board;
  readonly open: OpenBoard;
  readonly onClose: () => void;
}

/** Asks how a deal ends, then moves its card. */
function Close({ move, stages, board, open, onClose }: CloseProps) {
  const deal = findCard(board, move.dealId)?.card.deal;
  const close = (to: OwnerStageView, closing?: DealEnd): Promise<boolean> => {
    onClose();
    // The dialog closes first, so that the focus is on the card when it moves.
    setTimeout(() => void open.move({ ...move, to, closing }));
    return Promise.resolve(false);
  };
  if (!deal) return null;
  const mover = { isBusy: false, failure: undefined, move: close };
  const { id, is_won: isWon } = move.to;
  return (
    <CloseDeal as={isWon ? 'won' : 'lost'} stageId={id} stages={stages} deal={deal} mover={mover} onClose={onClose} />
  );
}
