import { ApiError } from '../../common/api-error';
import { type DealRequest, dealTarget, isClosed, type TargetPipeline, type TargetStage } from './deal-rules';

const PIPELINE: TargetPipeline = { id: 'sales', entryStageId: 'new' };
const NO_ENTRY: TargetPipeline = { id: 'sales', entryStageId: null };
const STAGE: TargetStage = { id: 'contacted', pipelineId: 'sales', isWon: false, isLost: false };
const LOST: TargetStage = { id: 'lost', pipelineId: 'sales', isWon: false, isLost: true };
const WON: TargetStage = { id: 'won', pipelineId: 'sales', isWon: true, isLost: false };
const ELSEWHERE: TargetStage = { id: 'lead', pipelineId: 'partners', isWon: false, isLost: false };
const WON_ELSEWHERE: TargetStage = { id: 'done', pipelineId: 'partners', isWon: true, isLost: false };

const request = (pipelineId: string | null, stageId: string | null): DealRequest => ({
  pipelineId,
  stageId,
  value: null,
});

function refusal(...args: Parameters<typeof dealTarget>): ApiError {
  try {
    dealTarget(...args);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('no refusal');
}

describe('a new deal goes to', () => {
  it.each<[string, DealRequest, TargetPipeline, TargetStage | undefined, string]>([
    ['the entry stage of the default pipeline', request(null, null), PIPELINE, undefined, 'new'],
    ['the entry stage of the named pipeline', request('sales', null), PIPELINE, undefined, 'new'],
    ['the named stage of the default pipeline', request(null, 'contacted'), PIPELINE, STAGE, 'contacted'],
    ['the named stage of the named pipeline', request('sales', 'contacted'), PIPELINE, STAGE, 'contacted'],
    ['the named stage of a pipeline without entry', request('sales', 'contacted'), NO_ENTRY, STAGE, 'contacted'],
    ['a named stage for lost deals', request('sales', 'lost'), PIPELINE, LOST, 'lost'],
  ])('%s', (_, requested, pipeline, stage, stageId) => {
    expect(dealTarget(requested, pipeline, stage)).toEqual({
      pipelineId: 'sales',
      stageId,
      closes: stage?.isLost ?? false,
    });
  });
});

describe('a lead that has its deal in the pipeline', () => {
  it.each<[string, DealRequest, TargetPipeline, TargetStage | undefined]>([
    ['gets no new one', request(null, null), PIPELINE, undefined],
    ['gets no new one in the stage that is named', request('sales', 'contacted'), PIPELINE, STAGE],
    ['needs no entry stage there', request(null, null), NO_ENTRY, undefined],
  ])('%s', (_, requested, pipeline, stage) => {
    expect(dealTarget(requested, pipeline, stage, ['other', 'sales'])).toEqual({
      pipelineId: 'sales',
      stageId: null,
      closes: false,
    });
  });

  it.each([
    ['won_requires_closing', request(null, 'won'), PIPELINE, WON],
    ['stage_in_other_pipeline', request(null, 'lead'), PIPELINE, ELSEWHERE],
    ['validation_error', request('sales', '?'), PIPELINE, undefined],
  ])('is refused with %s like any other', (code, requested, pipeline, stage) => {
    expect(refusal(requested, pipeline, stage, ['sales']).code).toBe(code);
  });

  it('elsewhere needs one here', () => {
    expect(refusal(request(null, null), NO_ENTRY, undefined, ['other']).code).toBe('pipeline_not_configured');
  });
});

describe('a deal is refused', () => {
  it.each<[string, number, string, DealRequest, TargetPipeline | undefined, TargetStage | undefined]>([
    ['pipeline_not_configured', 409, 'no default pipeline', request(null, null), undefined, undefined],
    ['pipeline_not_configured', 409, 'no default pipeline for a stage', request(null, 'contacted'), undefined, STAGE],
    ['pipeline_not_configured', 409, 'default pipeline without entry', request(null, null), NO_ENTRY, undefined],
    ['pipeline_not_configured', 409, 'named pipeline without entry', request('sales', null), NO_ENTRY, undefined],
    ['stage_in_other_pipeline', 422, 'stage of another pipeline', request('sales', 'lead'), PIPELINE, ELSEWHERE],
    ['stage_in_other_pipeline', 422, 'stage outside the default one', request(null, 'lead'), PIPELINE, ELSEWHERE],
    ['stage_in_other_pipeline', 422, 'outside one without entry', request(null, 'lead'), NO_ENTRY, ELSEWHERE],
    ['stage_in_other_pipeline', 422, 'won stage elsewhere', request('sales', 'done'), PIPELINE, WON_ELSEWHERE],
    ['won_requires_closing', 422, 'won stage', request('sales', 'won'), PIPELINE, WON],
    ['won_requires_closing', 422, 'won stage of the default pipeline', request(null, 'won'), PIPELINE, WON],
  ])('%s (%i): %s', (code, status, _, requested, pipeline, stage) => {
    const error = refusal(requested, pipeline, stage);
    expect(error).toMatchObject({ code, status, details: undefined });
  });

  it.each<[string, DealRequest, TargetPipeline | undefined, TargetStage | undefined, string[]]>([
    ['an unknown pipeline', request('?', null), undefined, undefined, ['deal.pipeline_id']],
    ['an unknown pipeline beside a stage', request('?', 'contacted'), undefined, STAGE, ['deal.pipeline_id']],
    ['an unknown pipeline beside a won stage', request('?', 'won'), undefined, WON, ['deal.pipeline_id']],
    ['an unknown stage', request('sales', '?'), PIPELINE, undefined, ['deal.stage_id']],
    ['an unknown stage of a pipeline without entry', request('sales', '?'), NO_ENTRY, undefined, ['deal.stage_id']],
    ['an unknown stage and no default pipeline', request(null, '?'), undefined, undefined, ['deal.stage_id']],
    ['both unknown', request('?', '?'), undefined, undefined, ['deal.pipeline_id', 'deal.stage_id']],
  ])('validation_error (422): %s', (_, requested, pipeline, stage, fields) => {
    const error = refusal(requested, pipeline, stage);
    expect(error).toMatchObject({ code: 'validation_error', status: 422 });
    const messages: Record<string, string> = {
      'deal.pipeline_id': 'funil não encontrado na conta',
      'deal.stage_id': 'etapa não encontrada na conta',
    };
    expect(error.details?.fields).toEqual(fields.map((field) => ({ field, message: messages[field] })));
  });
});

it.each([
  [STAGE, false],
  [LOST, true],
  [WON, true],
])('the stage $id ends its deals: %s', (stage, expected) => expect(isClosed(stage)).toBe(expected));
