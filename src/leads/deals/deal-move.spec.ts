import { ApiError } from '../../common/api-error';
import { MINUTE_MS } from '../../contract/durations';
import { UNDO_MINUTES } from '../../contract/limits';
import {
  type DealState,
  dealInProgress,
  dealToMove,
  type LastMove,
  nextCopy,
  type PastClosing,
  refusedMove,
  stayToRestore,
  type TargetStage,
} from './deal-rules';

const STAGE: TargetStage = { id: 'scheduled', pipelineId: 'sales', isWon: false, isLost: false };
const deal = (id: string, changes: Partial<DealState> = {}): DealState => ({
  id,
  pipelineId: 'sales',
  stageId: 'new',
  copy: 0,
  isWon: false,
  isLost: false,
  ending: null,
  ...changes,
});
const SALES = deal('a');
const WON = deal('b', { stageId: 'won', isWon: true });
const LOST = deal('e', { stageId: 'lost', isLost: true, copy: 1 });
const ELSEWHERE = deal('c', { pipelineId: 'partners' });

function outcome<Result>(decide: () => Result): Result | string {
  try {
    return decide();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

describe('which deal a move means', () => {
  it.each<[string, string, DealState[], string | undefined]>([
    ['the only one', 'a', [SALES], undefined],
    ['the only one of the pipeline of the stage', 'a', [ELSEWHERE, SALES], undefined],
    ['the only one, which is won', 'b', [WON], undefined],
    ['none: the lead has no deal', 'not_found', [], undefined],
    ['none: the lead has no deal in the pipeline of the stage', 'not_found', [ELSEWHERE], undefined],
    ['one of several', 'ambiguous_deal', [SALES, ELSEWHERE, deal('d')], undefined],
    ['one of several, another one won', 'ambiguous_deal', [SALES, WON], undefined],
    ['the named one of several', 'b', [SALES, WON], 'b'],
    ['the named one beside one of another pipeline', 'a', [ELSEWHERE, SALES], 'a'],
    ['one that is not a deal of the lead', 'not_found', [SALES], 'z'],
    ['one that has no id', 'not_found', [SALES], ''],
    ['a named one of another pipeline', 'stage_in_other_pipeline', [SALES, ELSEWHERE], 'c'],
  ])('%s: %s', (_, expected, deals, dealId) => {
    expect(outcome(() => dealToMove(deals, STAGE, dealId).id)).toBe(expected);
  });

  it.each<[string, string, DealState[]]>([
    ['the only one', 'a', [SALES]],
    ['the only one, which is won', 'b', [WON]],
    ['the one in progress beside a won and a lost one', 'a', [WON, SALES, LOST]],
    ['none of two in progress', 'ambiguous_deal', [SALES, deal('d'), WON]],
    ['none of two that have ended', 'ambiguous_deal', [WON, LOST]],
    ['none of another pipeline', 'not_found', [ELSEWHERE]],
    ['the one in progress of the pipeline', 'a', [ELSEWHERE, SALES, WON]],
  ])('for staff who name none, %s: %s', (_, expected, deals) => {
    expect(outcome(() => dealInProgress(deals, STAGE).id)).toBe(expected);
  });
});

describe('the number of a new deal', () => {
  it.each<[string, number | string, DealState[]]>([
    ['the first', 0, []],
    ['the first of its pipeline', 0, [ELSEWHERE]],
    ['after a won one', 1, [WON]],
    ['after a won and a lost one', 2, [LOST, WON]],
    ['after the last that was left', 8, [deal('f', { isLost: true, copy: 7 }), WON]],
    ['beside one in progress', 'conflict', [SALES]],
    ['beside one in progress and a won one', 'conflict', [WON, SALES, LOST]],
  ])('%s: %s', (_, expected, deals) => {
    expect(outcome(() => nextCopy(deals, 'sales'))).toBe(expected);
  });
});

describe('what a partner may not do', () => {
  const won: TargetStage = { ...STAGE, isWon: true };

  it.each<[string, string | undefined, DealState, TargetStage]>([
    ['to another stage that is not won', undefined, SALES, STAGE],
    ['to the stage where the deal is', undefined, deal('a', { stageId: STAGE.id }), STAGE],
    ['to a won stage', 'won_requires_closing', SALES, won],
    ['out of a won stage', 'deal_already_won', WON, STAGE],
    ['from a won stage to a lost stage', 'deal_already_won', WON, { ...STAGE, isLost: true }],
    ['from a won stage to a won stage', 'won_requires_closing', WON, won],
  ])('%s: %s', (_, expected, moved, stage) => {
    expect(refusedMove(moved, stage)).toBe(expected);
  });
});

describe('undoing the last move of a deal', () => {
  const NOW = new Date('2026-03-02T12:00:00Z');
  const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
  const enteredAt = ago(9_000_000);
  const sale: PastClosing = { isWon: true, value: 5, reason: null, closedAt: ago(8_000_000), memberId: 'm' };
  const loss: PastClosing = { ...sale, isWon: false, value: null, reason: 'caro' };
  const there = deal('a', { stageId: 'now' });
  const won: TargetStage = { ...STAGE, isWon: true };
  const lost: TargetStage = { ...STAGE, isLost: true };
  const last = (closing: PastClosing | null = null, changes: Partial<LastMove> = {}): LastMove => ({
    dealId: 'a',
    fromStageId: STAGE.id,
    toStageId: 'now',
    movedAt: ago(0),
    left: { enteredAt, closing },
    ...changes,
  });
  const LIMIT = UNDO_MINUTES * MINUTE_MS;

  it.each<[string, TargetStage, LastMove, PastClosing | null]>([
    ['to an open stage', STAGE, last(), null],
    ['to a won stage', won, last(sale), sale],
    ['to a lost stage', lost, last(loss), loss],
    ['to a won stage that was an open one', won, last(), null],
    ['to an open stage that was a won one', STAGE, last(sale), null],
    ['to an open stage that was a lost one', STAGE, last(loss), null],
    ['to a lost stage that was a won one', lost, last(sale), null],
    ['to a won stage that was a lost one', won, last(loss), null],
    ['at the last moment', STAGE, last(null, { movedAt: ago(LIMIT) }), null],
    ['of a move that is ahead of the clock', STAGE, last(null, { movedAt: ago(-LIMIT) }), null],
  ])('%s restores its day, and the end that fits', (_, stage, move, closing) => {
    expect(stayToRestore(there, stage, move, NOW)).toEqual({ enteredAt, closing });
  });

  it.each<[string, LastMove | undefined]>([
    ['that never moved', undefined],
    ['that left another stage', last(null, { fromStageId: 'other' })],
    ['that is elsewhere', last(null, { toStageId: 'other' })],
    ['that moved too long ago', last(null, { movedAt: ago(LIMIT + 1) })],
    ['that an earlier release moved', last(null, { left: null })],
  ])('is refused for one %s', (_, move) => {
    expect(outcome(() => stayToRestore(there, STAGE, move, NOW))).toBe('conflict');
  });
});
