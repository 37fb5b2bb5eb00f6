import { ApiError } from '../../common/api-error';
import { type TargetStage, type DealState, dealInProgress, dealToMove, nextCopy, refusedMove } from './deal-rules';

const STAGE: TargetStage = { id: 'scheduled', pipelineId: 'sales', isWon: false, isLost: false };
const deal = (id: string, changes: Partial<DealState> = {}): DealState => ({
  id,
  pipelineId: 'sales',
  stageId: 'new',
  copy: 0,
  isWon: false,
  isLost: false,
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
