import { ApiError, type FieldError } from '../common/api-error';
import type { DealRequest } from './submission';

/** The pipeline of a submission: the one it names, else the account's default one. */
export interface TargetPipeline {
  readonly id: string;
  readonly entryStageId: string | null;
}

/** The stage that a submission names. */
export interface TargetStage {
  readonly id: string;
  readonly pipelineId: string;
  readonly isWon: boolean;
}

/** Where a new deal goes. */
export interface DealTarget {
  readonly pipelineId: string;
  readonly stageId: string;
}

/**
 * The deal part of a submission against the account's funnel (specification, section 4, POST /leads). It is the same for
 * new and known phones: no lead is looked at. Throws the 422 and 409 of that section.
 */
export function dealTarget(
  request: DealRequest,
  pipeline: TargetPipeline | undefined,
  stage: TargetStage | undefined,
): DealTarget {
  const unknown: FieldError[] = [];
  if (request.pipelineId && !pipeline)
    unknown.push({ field: 'deal.pipeline_id', message: 'funil não encontrado na conta' });
  if (request.stageId && !stage) unknown.push({ field: 'deal.stage_id', message: 'etapa não encontrada na conta' });
  if (unknown.length > 0) throw ApiError.invalid(unknown);
  if (!pipeline) throw new ApiError('pipeline_not_configured');
  if (!stage) {
    if (!pipeline.entryStageId) throw new ApiError('pipeline_not_configured');
    return { pipelineId: pipeline.id, stageId: pipeline.entryStageId };
  }
  if (stage.pipelineId !== pipeline.id) throw new ApiError('stage_in_other_pipeline', { status: 422 });
  if (stage.isWon) throw new ApiError('won_requires_closing', { status: 422 });
  return { pipelineId: pipeline.id, stageId: stage.id };
}
