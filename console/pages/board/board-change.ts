import type { Board, BoardCard, BoardStage } from '../../../src/contract/board';

export interface FoundCard {
  readonly card: BoardCard;
  readonly stage: BoardStage;
}

/** The card and the stage of a deal; undefined when no loaded page has it. */
export function findCard(board: Board | undefined, dealId: string): FoundCard | undefined {
  for (const stage of board?.stages ?? []) {
    const card = stage.cards.find(({ deal }) => deal.id === dealId);
    if (card) return { card, stage };
  }
  return undefined;
}

/** Board after a move: the card is first in its new stage. */
export function withMove(board: Board, dealId: string, stageId: string): Board {
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

const counted = (stage: BoardStage, leads: number, value: number): BoardStage => ({
  ...stage,
  ...(stage.is_count_complete && { count: Math.max(0, stage.count + leads) }),
  value: stage.value === null ? null : stage.value + value,
});

/** Stage with a further page; a card that moved in between is shown once. */
export function withPage(stage: BoardStage, page: BoardStage): BoardStage {
  const shown = new Set(stage.cards.map(({ deal }) => deal.id));
  return { ...page, cards: [...stage.cards, ...page.cards.filter(({ deal }) => !shown.has(deal.id))] };
}
