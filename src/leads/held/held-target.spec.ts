import { ApiError } from '../../common/api-error';
import type { DealRequest, TargetPipeline, TargetStage } from '../deals/deal-rules';
import { heldTarget } from './held-target';

const ofIts: TargetPipeline = { id: 'own', entryStageId: 'own entry' };
const today: TargetPipeline = { id: 'default', entryStageId: 'default entry' };
const bare = { ...ofIts, entryStageId: null };
const stageIn = (pipelineId: string, isWon = false): TargetStage => ({ id: 'named', pipelineId, isWon, isLost: false });

const nothing: DealRequest = { pipelineId: null, stageId: null, value: null };
const pipelineNamed = { ...nothing, pipelineId: 'own' };
const stageNamed = { ...nothing, stageId: 'named' };
const bothNamed = { ...pipelineNamed, stageId: 'named' };

type Case = [
  what: string,
  request: DealRequest,
  left: { pipeline?: TargetPipeline; stage?: TargetStage },
  pipelinesOfLead: string[],
  target: string,
  leftOut: string[],
];

it.each<Case>([
  ['nothing named', nothing, { pipeline: ofIts }, [], 'own: own entry', []],
  ['nothing named, its default gone', nothing, {}, [], 'default: default entry', []],
  ['nothing named, no entry stage left', nothing, { pipeline: bare }, [], 'default: default entry', []],
  ['all is there', bothNamed, { pipeline: ofIts, stage: stageIn('own') }, [], 'own: named', []],
  ['a stage needs no entry stage', bothNamed, { pipeline: bare, stage: stageIn('own') }, [], 'own: named', []],
  ['stage gone', stageNamed, { pipeline: ofIts }, [], 'own: own entry', ['deal.stage_id']],
  ['stage won', stageNamed, { pipeline: ofIts, stage: stageIn('own', true) }, [], 'own: own entry', ['deal.stage_id']],
  ['stage elsewhere', bothNamed, { pipeline: ofIts, stage: stageIn('x') }, [], 'own: own entry', ['deal.stage_id']],
  ['pipeline gone', pipelineNamed, {}, [], 'default: default entry', ['deal.pipeline_id']],
  ['both gone', bothNamed, {}, [], 'default: default entry', ['deal.pipeline_id', 'deal.stage_id']],
  ['pipeline without entry', pipelineNamed, { pipeline: bare }, [], 'default: default entry', ['deal.pipeline_id']],
  ['its deal is there', pipelineNamed, { pipeline: bare }, ['own'], 'own: null', []],
  ['its deal is there, the stage gone', bothNamed, { pipeline: ofIts }, ['own'], 'own: null', ['deal.stage_id']],
  ['a deal in the default one', pipelineNamed, {}, ['default'], 'default: null', ['deal.pipeline_id']],
  ['an older entry without a pipeline', stageNamed, { stage: stageIn('default') }, [], 'default: named', []],
])('%s', (_, request, { pipeline, stage }, pipelinesOfLead, target, leftOut) => {
  const found = heldTarget(request, { pipeline, fallback: today, stage }, pipelinesOfLead);
  expect(`${found.pipelineId}: ${found.stageId}`).toBe(target);
  expect(found.closes).toBe(false);
  expect(found.warnings.map(({ code, field }) => `${code} ${field}`)).toEqual(
    leftOut.map((field) => `unavailable ${field}`),
  );
});

it('closes the deal in a stage of loss', () => {
  const stage = { ...stageIn('own'), isLost: true };
  expect(heldTarget(stageNamed, { pipeline: ofIts, fallback: today, stage })).toMatchObject({
    stageId: 'named',
    closes: true,
  });
});

it('says what is left out', () => {
  const { warnings } = heldTarget(bothNamed, { pipeline: undefined, fallback: today, stage: undefined });
  expect(warnings.map(({ message }) => message)).toEqual([
    'O funil do envio não existe mais ou não tem etapa de entrada; vale o funil padrão.',
    'A etapa do envio não existe mais, virou etapa de ganho ou é de outro funil; ela foi deixada de fora.',
  ]);
});

it('needs an entry stage of the default pipeline where nothing else is left', () => {
  const left = { pipeline: bare, fallback: { ...today, entryStageId: null }, stage: undefined };
  expect(() => heldTarget(nothing, left)).toThrow(new ApiError('pipeline_not_configured'));
  expect(heldTarget(nothing, left, ['default'])).toEqual({
    pipelineId: 'default',
    stageId: null,
    closes: false,
    warnings: [],
  });
});
