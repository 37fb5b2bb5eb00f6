import { useRef, useState } from 'preact/hooks';
import type { Board, BoardCard } from '../../../src/contract/board';
import type { OwnerPipelineView, OwnerStageView } from '../../../src/contract/pipeline';
import { CloseDeal } from '../leads/close-deal';
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
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<BoardCard>();
  const stages = pipelines.find(({ id }) => id === board.id)?.stages ?? [];
  const { ask, losing, endLosing } = useAsk(open);
  useFocusedCard(place, board, open.isMoving);
  const actions = actionsOf(pipelines, stages, ask, setChosen);
  const drop = (event: PointerEvent): void => {
    if (!place.current) return;
    press(event, place.current, ({ dealId, fromId, toId }) => {
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
      <div class="board" ref={place} role="region" aria-label="Etapas" tabIndex={0} onPointerDown={drop}>
        {board.stages.map((stage) => (
          <Column key={stage.id} stage={stage} stages={stages} actions={actions} onMore={open.more} />
        ))}
      </div>
      {chosen && <ChooseStage card={chosen} stages={stages} onClose={close} onChoose={(to) => choose(chosen, to)} />}
      {losing && <Lose move={losing} stages={stages} open={open} onClose={endLosing} />}
    </>
  );
}

type Ask = (dealId: string, fromId: string, to: OwnerStageView | undefined) => void;

/** Moves a card on request; a loss waits for its reason. */
function useAsk(open: OpenBoard): { ask: Ask; losing: BoardMove | undefined; endLosing: () => void } {
  const [losing, setLosing] = useState<BoardMove>();
  const ask: Ask = (dealId, fromId, to) => {
    if (!to || to.id === fromId) return;
    if (to.is_lost) setLosing({ dealId, fromId, to });
    else void open.move({ dealId, fromId, to });
  };
  return { ask, losing, endLosing: () => setLosing(undefined) };
}

function actionsOf(
  pipelines: readonly OwnerPipelineView[],
  stages: readonly OwnerStageView[],
  ask: Ask,
  onMove: (card: BoardCard) => void,
): CardActions {
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

interface LoseProps {
  readonly move: BoardMove;
  readonly stages: readonly OwnerStageView[];
  readonly open: OpenBoard;
  readonly onClose: () => void;
}

/** Asks why a deal is lost, then moves its card. */
function Lose({ move, stages, open, onClose }: LoseProps) {
  const lose = (to: OwnerStageView, reason?: string): Promise<boolean> => {
    onClose();
    // The dialog closes first, so that the focus is on the card when it moves.
    setTimeout(() => void open.move({ ...move, to, reason }));
    return Promise.resolve(false);
  };
  const current = stages.find(({ id }) => id === move.fromId)?.name ?? '';
  const mover = { isBusy: false, failure: undefined, move: lose };
  return <CloseDeal as="lost" stageId={move.to.id} stages={stages} current={current} mover={mover} onClose={onClose} />;
}
