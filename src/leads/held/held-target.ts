import { ApiError } from '../../common/api-error';
import type { Warning } from '../../contract/submission';
import type { DealRequest, DealTarget, TargetPipeline, TargetStage } from '../deals/deal-target';

/** What is there of the deal part of a held submission when it is applied. */
export interface PlacesLeft {
  /** The pipeline that the submission named, or else the one that was the default when it came. */
  readonly pipeline: TargetPipeline | undefined;
  /** The default pipeline of today. */
  readonly fallback: TargetPipeline | undefined;
  /** The stage that the submission named. */
  readonly stage: TargetStage | undefined;
}

/** Where the deal of a held submission goes, and what of its deal part was left out. */
export interface HeldTarget extends DealTarget {
  readonly warnings: readonly Warning[];
}

/**
 * The deal part of a held submission against the account's pipelines of today. It was valid when it came, so nothing of it is refused:
 * a stage that is gone, won or of another pipeline is left out, and so is a pipeline that is gone or has no place for the deal. Only a
 * default pipeline without an entry stage throws `pipeline_not_configured`.
 */
export function heldTarget(
  request: DealRequest,
  { pipeline, fallback, stage }: PlacesLeft,
  pipelinesOfLead: readonly string[] = [],
): HeldTarget {
  const stageIn = ({ id }: TargetPipeline) => (stage?.pipelineId === id && !stage.isWon ? stage : undefined);
  const target = [pipeline, fallback].find(
    (place) => place && (pipelinesOfLead.includes(place.id) || stageIn(place) || place.entryStageId),
  );
  if (!target) throw new ApiError('pipeline_not_configured');
  const stageId = pipelinesOfLead.includes(target.id) ? null : (stageIn(target)?.id ?? target.entryStageId);
  const warnings = [
    ...(request.pipelineId !== null && request.pipelineId !== target.id ? [PIPELINE_LEFT_OUT] : []),
    ...(request.stageId !== null && !stageIn(target) ? [STAGE_LEFT_OUT] : []),
  ];
  return { pipelineId: target.id, stageId, warnings };
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
