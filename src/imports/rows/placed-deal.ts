import type { FieldError } from '../../contract/error';
import type { Reading } from '../reading';
import { dealIds, type NamedDeal } from './account-names';

interface PlacedDeal {
  readonly deal: NamedDeal;
  readonly leftOut: readonly FieldError[];
}

/** Resolves the deal part of a row; without a stage it takes the import's. A stage implies its pipeline. */
export function placedDeal(
  sent: NamedDeal,
  { names, defaults, stages }: Pick<Reading, 'names' | 'defaults' | 'stages'>,
): PlacedDeal {
  const { deal, leftOut } = dealIds(names, sent);
  const own = stages.get(deal.stage_id?.toLowerCase() ?? '');
  if (own) {
    const isOther = deal.pipeline_id !== undefined && deal.pipeline_id !== own.pipelineId;
    return {
      deal: { ...deal, pipeline_id: own.pipelineId },
      leftOut: isOther ? [...leftOut, OTHER_PIPELINE] : leftOut,
    };
  }
  const stage = sent.stage_id === undefined ? stages.get(defaults.stageId ?? '') : undefined;
  const fits = stage && (deal.pipeline_id === undefined || deal.pipeline_id === stage.pipelineId);
  return { deal: fits ? { ...deal, stage_id: stage.id, pipeline_id: stage.pipelineId } : deal, leftOut };
}

const OTHER_PIPELINE: FieldError = {
  field: 'deal.pipeline_id',
  message: 'a etapa é de outro funil; o negócio vai para o funil da etapa',
};
