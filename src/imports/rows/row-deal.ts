import { ApiError } from '../../common/api-error';
import { idOf } from '../../common/input/id.pipe';
import { dealTarget } from '../../leads/deals/deal-rules';
import type { FieldError } from '../../contract/error';
import { dealIds, type NamedDeal } from './deal-names';
import type { Reading } from '../reading';

interface PlacedDeal {
  readonly deal: NamedDeal;
  readonly leftOut: readonly FieldError[];
}

/** Resolves the deal part of a row; without a stage it takes the import's. A stage implies its pipeline. */
export function placedDeal(sent: NamedDeal, { names, said, stages }: Reading): PlacedDeal {
  const { deal, leftOut } = dealIds(names, sent);
  const own = stages.get(deal.stage_id?.toLowerCase() ?? '');
  if (own) {
    const isOther = deal.pipeline_id !== undefined && deal.pipeline_id !== own.pipelineId;
    return {
      deal: { ...deal, pipeline_id: own.pipelineId },
      leftOut: isOther ? [...leftOut, OTHER_PIPELINE] : leftOut,
    };
  }
  const stage = sent.stage_id === undefined ? stages.get(said.stageId ?? '') : undefined;
  const fits = stage && (deal.pipeline_id === undefined || deal.pipeline_id === stage.pipelineId);
  return { deal: fits ? { ...deal, stage_id: stage.id, pipeline_id: stage.pipelineId } : deal, leftOut };
}

const OTHER_PIPELINE: FieldError = {
  field: 'deal.pipeline_id',
  message: 'a etapa é de outro funil; o negócio vai para o funil da etapa',
};

/** Returns the refusal that POST /leads would give this deal for a new phone. */
export function dealRefusal(deal: NamedDeal, { pipelines, stages }: Reading): ApiError | undefined {
  const pipelineId = deal.pipeline_id === undefined ? null : idOf(deal.pipeline_id);
  const stageId = deal.stage_id === undefined ? null : idOf(deal.stage_id);
  const pipeline = pipelines.find(({ id, isDefault }) => (pipelineId ? id === pipelineId : isDefault));
  const entry = pipeline?.stages.find(({ isEntry }) => isEntry);
  try {
    const target = pipeline && { id: pipeline.id, entryStageId: entry?.id ?? null };
    dealTarget({ pipelineId, stageId, value: null }, target, stages.get(stageId ?? ''));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
