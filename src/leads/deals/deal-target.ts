import { ApiError } from '../../common/api-error';
import type { FieldError } from '../../contract/error';

/** The pipeline part of a submission: ids as sent, `value` in reais. */
export interface DealRequest {
  readonly pipelineId: string | null;
  readonly stageId: string | null;
  readonly value: number | null;
}

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
  readonly isLost: boolean;
}

/** The pipeline of a submission, and the stage where a new deal goes; null when the lead has its deal there already. */
export interface DealTarget {
  readonly pipelineId: string;
  readonly stageId: string | null;
}

/** The target of a submission about a lead that has no deal. */
export const NO_DEAL = { pipelineId: null, stageId: null } as const;

/**
 * The deal part of a submission against the account's pipelines (specification, section 4, POST /leads).
 * `pipelinesOfLead` are those in which the lead has a deal: it is not moved, and no entry stage is needed (section 3).
 * Without them the answer is as for a new lead. Throws the 422 and 409 of section 4.
 */
export function dealTarget(
  request: DealRequest,
  pipeline: TargetPipeline | undefined,
  stage: TargetStage | undefined,
  pipelinesOfLead: readonly string[] = [],
): DealTarget {
  const unknown: FieldError[] = [];
  if (request.pipelineId && !pipeline)
    unknown.push({ field: 'deal.pipeline_id', message: 'funil não encontrado na conta' });
  if (request.stageId && !stage) unknown.push({ field: 'deal.stage_id', message: 'etapa não encontrada na conta' });
  if (unknown.length > 0) throw ApiError.invalid(unknown);
  if (!pipeline) throw new ApiError('pipeline_not_configured');
  if (stage && stage.pipelineId !== pipeline.id) throw new ApiError('stage_in_other_pipeline', { status: 422 });
  if (stage?.isWon) throw new ApiError('won_requires_closing', { status: 422 });
  if (pipelinesOfLead.includes(pipeline.id)) return { pipelineId: pipeline.id, stageId: null };
  const stageId = stage?.id ?? pipeline.entryStageId;
  if (!stageId) throw new ApiError('pipeline_not_configured');
  return { pipelineId: pipeline.id, stageId };
}
