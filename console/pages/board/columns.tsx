import { useRef, useState } from 'preact/hooks';
import type { BoardCard } from '../../../src/contract/board';
import type { OwnerPipelineView, OwnerStageView } from '../../../src/contract/pipeline';
import type { DealEnd } from '../../deal-moves';
import { CloseDeal } from '../leads/close-deal';
import { NewDeal } from '../leads/new-deal';
import { SoldDeal } from '../leads/sold-deal';
import { findCard, type ShownBoard } from './board-change';
import { type CardActions, KEYS_HINT } from './card';
import { ChooseStage } from './choose-stage';
import { Column } from './column';
import { press } from './drag';
import type { BoardMove, OpenBoard } from './use-board';
import { useFocusedCard } from './use-focused-card';

interface ColumnsProps {
  readonly board: ShownBoard;
  readonly open: OpenBoard;
  readonly pipelines: readonly OwnerPipelineView[];
}

/** Stages of a board side by side; cards are dragged, or moved by keys and buttons. */
export function BoardColumns({ board, open, pipelines }: ColumnsProps) {
  const container = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<BoardCard>();
  const stages = pipelines.find(({ id }) => id === board.id)?.stages ?? [];
  const { ask, closing, endClosing, returning, moveBack, stay } = useAsk(open, stages);
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
      {returning && <Returning {...{ move: returning, board, open, pipelines }} onMove={moveBack} onClose={stay} />}
    </>
  );
}

type Ask = (dealId: string, fromId: string, to: OwnerStageView | undefined) => void;

/** Moves a card on request; a sale waits for its amount, a loss for its reason. Asks before a sale is taken back. */
function useAsk(open: OpenBoard, stages: readonly OwnerStageView[]) {
  const [closing, setClosing] = useState<BoardMove>();
  const [returning, setReturning] = useState<BoardMove>();
  const go = (move: BoardMove): void => {
    if (move.to.is_won || move.to.is_lost) setClosing(move);
    else void open.move(move);
  };
  const ask: Ask = (dealId, fromId, to) => {
    if (!to || to.id === fromId) return;
    const isSold = stages.some((stage) => stage.id === fromId && stage.is_won);
    if (isSold && !to.is_won) setReturning({ dealId, fromId, to });
    else go({ dealId, fromId, to });
  };
  const stay = (): void => setReturning(undefined);
  const moveBack = (move: BoardMove): void => {
    stay();
    // The dialog closes first, so that the focus is on the card when it moves.
    setTimeout(() => go(move));
  };
  return { ask, closing, endClosing: () => setClosing(undefined), returning, moveBack, stay };
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
  readonly board: ShownBoard;
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

interface ReturningProps {
  readonly move: BoardMove;
  readonly board: ShownBoard;
  readonly open: OpenBoard;
  readonly pipelines: readonly OwnerPipelineView[];
  readonly onMove: (move: BoardMove) => void;
  readonly onClose: () => void;
}

/** Asks whether a sale is taken back, or another deal of the lead begins. */
function Returning({ move, board, open, pipelines, onMove, onClose }: ReturningProps) {
  const [isNew, setNew] = useState(false);
  const card = findCard(board, move.dealId)?.card;
  if (!card) return null;
  const moveBack = (): void => onMove(move);
  if (!isNew) return <SoldDeal deal={card.deal} onMove={moveBack} onNewDeal={() => setNew(true)} onClose={onClose} />;
  const ofBoard = pipelines.filter(({ id }) => id === board.id);
  const stageId = move.to.is_lost ? undefined : move.to.id;
  return (
    <NewDeal
      {...{ leadId: card.lead.id, pipelines: ofBoard, stageId, onClose }}
      title="Novo negócio"
      refresh={open.refresh}
    />
  );
}
