import type { OwnerDeal } from '../src/contract/deal';
import type { OwnerPipelineView } from '../src/contract/pipeline';

/** The deals of a pipeline that are neither won nor lost. */
export function dealsInProgress(deals: readonly OwnerDeal[], { stages }: OwnerPipelineView): readonly OwnerDeal[] {
  const open = stages.filter((stage) => !stage.is_won && !stage.is_lost).map(({ id }) => id);
  return deals.filter((deal) => open.includes(deal.stage_id));
}

export const pipelineOf = (pipelines: readonly OwnerPipelineView[], stageId: string): OwnerPipelineView | undefined =>
  pipelines.find(({ stages }) => stages.some(({ id }) => id === stageId));
