import { ApiError } from '../../common/api-error';
import { type TargetStage, type DealState, dealToMove, refusedMove } from './deal-rules';

const STAGE: TargetStage = { id: 'scheduled', pipelineId: 'sales', isWon: false, isLost: false };
const deal = (id: string, changes: Partial<DealState> = {}): DealState => ({
  id,
  pipelineId: 'sales',
  stageId: 'new',
  isWon: false,
  ...changes,
});
const SALES = deal('a');
const WON = deal('b', { stageId: 'won', isWon: true });
const ELSEWHERE = deal('c', { pipelineId: 'partners' });

function meant(deals: readonly DealState[], dealId: string | undefined): string {
  try {
    return dealToMove(deals, STAGE, dealId).id;
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
    expect(meant(deals, dealId)).toBe(expected);
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
