import { ApiError } from '../../common/api-error';
import type { Warning } from '../../contract/submission';
import type { DealRequest, DealTarget, TargetPipeline, TargetStage } from '../deals/deal-rules';

/** The pipelines and the stage of a held submission that still exist when it is applied. */
interface ExistingTargets {
  /** The named pipeline, or the default one at arrival. */
  readonly pipeline: TargetPipeline | undefined;
  readonly fallback: TargetPipeline | undefined;
  readonly stage: TargetStage | undefined;
}

export interface HeldTarget extends DealTarget {
  readonly warnings: readonly Warning[];
}

/**
 * Checks the deal part of a held submission against today's pipelines. Leaves out a stage that is gone, won or
 * of another pipeline, and a pipeline that is gone or cannot take the deal. Throws `pipeline_not_configured` only for a default
 * pipeline without an entry stage.
 */
export function heldTarget(
  request: DealRequest,
  { pipeline, fallback, stage }: ExistingTargets,
  // Stryker disable next-line ArrayDeclaration: no pipeline has the id of the replacement.
  pipelinesOfLead: readonly string[] = [],
): HeldTarget {
  const stageIn = ({ id }: TargetPipeline) => (stage?.pipelineId === id && !stage.isWon ? stage : undefined);
  const target = [pipeline, fallback].find(
    (candidate) =>
      candidate && (pipelinesOfLead.includes(candidate.id) || stageIn(candidate) || candidate.entryStageId),
  );
  if (!target) throw new ApiError('pipeline_not_configured');
  const entryStage = { id: target.entryStageId, isLost: false };
  const { id: stageId, isLost: closes } = pipelinesOfLead.includes(target.id)
    ? { id: null, isLost: false }
    : (stageIn(target) ?? entryStage);
  const warnings = [
    ...(request.pipelineId !== null && request.pipelineId !== target.id ? [PIPELINE_LEFT_OUT] : []),
    ...(request.stageId !== null && !stageIn(target) ? [STAGE_LEFT_OUT] : []),
  ];
  return { pipelineId: target.id, stageId, closes, warnings };
}

const PIPELINE_LEFT_OUT: Warning = {
  code: 'unavailable',
  field: 'deal.pipeline_id',
  message: 'O funil do envio não existe mais ou não tem etapa de entrada; vale o funil padrão.',
};

const STAGE_LEFT_OUT: Warning = {
  code: 'unavailable',
  field: 'deal.stage_id',
  message: 'A etapa do envio não existe mais, virou etapa de ganho ou é de outro funil; ela foi deixada de fora.',
};
