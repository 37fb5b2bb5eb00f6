import type { Board, BoardCard, BoardStage, BoardTotals, StageTotal } from '../../../src/contract/board';

/** A column; its `total`, once it is known, counts what the board did not. */
export interface ShownStage extends BoardStage {
  readonly total?: StageTotal;
}

export interface ShownBoard extends Board {
  readonly stages: readonly ShownStage[];
}

export interface FoundCard {
  readonly card: BoardCard;
  readonly stage: ShownStage;
}

/** The card and the stage of a deal; undefined when no loaded page has it. */
export function findCard(board: ShownBoard | undefined, dealId: string): FoundCard | undefined {
  for (const stage of board?.stages ?? []) {
    const card = stage.cards.find(({ deal }) => deal.id === dealId);
    if (card) return { card, stage };
  }
  return undefined;
}

/** Board after a move: the card is first in its new stage. */
export function withMove(board: ShownBoard, dealId: string, stageId: string): ShownBoard {
  const from = findCard(board, dealId);
  if (!from || from.stage.id === stageId) return board;
  const entered = new Date().toISOString();
  const deal = { ...from.card.deal, stage_id: stageId, entered_stage_at: entered };
  const card = { ...from.card, deal, next_automation: null };
  const value = deal.value ?? 0;
  const stages = board.stages.map((stage) => {
    if (stage.id === stageId) return counted({ ...stage, cards: [card, ...stage.cards] }, 1, value);
    if (stage.id !== from.stage.id) return stage;
    return counted({ ...stage, cards: stage.cards.filter((one) => one !== from.card) }, -1, -value);
  });
  return { ...board, stages };
}

const counted = (stage: ShownStage, leads: number, value: number): ShownStage => ({
  ...changed(stage, leads, value),
  ...(stage.total && { total: changed(stage.total, leads, value) }),
});

const changed = <Counted extends Omit<StageTotal, 'id'>>(stage: Counted, leads: number, value: number): Counted => ({
  ...stage,
  ...(stage.is_count_complete && { count: Math.max(0, stage.count + leads) }),
  value: stage.value === null ? null : stage.value + value,
});

/** Count and value of a column: from the board if it counted all leads of the column, else from the totals. */
export const totalOf = (stage: ShownStage): Omit<StageTotal, 'id'> =>
  stage.is_count_complete ? stage : (stage.total ?? stage);

export const withTotals = (board: ShownBoard, { stages }: Pick<BoardTotals, 'stages'>): ShownBoard => ({
  ...board,
  stages: board.stages.map((stage) => ({ ...stage, total: stages.find(({ id }) => id === stage.id) ?? stage.total })),
});

/** A board that was read again, with the totals that are known. */
export const keepingTotals = (board: Board, shown: ShownBoard | undefined): ShownBoard =>
  withTotals(board, { stages: (shown?.stages ?? []).flatMap(({ total }) => (total ? [total] : [])) });

/** Stage with a further page; a card that moved in between is shown once. */
export function withPage(stage: ShownStage, page: BoardStage): ShownStage {
  const shown = new Set(stage.cards.map(({ deal }) => deal.id));
  return {
    ...page,
    total: stage.total,
    cards: [...stage.cards, ...page.cards.filter(({ deal }) => !shown.has(deal.id))],
  };
}
