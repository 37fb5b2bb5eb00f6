import type { OwnerStageView } from '../contract/pipeline';
import type { Pipeline } from './pipeline.entity';
import type { Stage } from './stage.entity';

type ShownStage = Omit<Stage, 'accountId' | 'pipelineId'>;

export interface PipelineWithStages extends Pick<Pipeline, 'id' | 'name' | 'isDefault'> {
  readonly stages: readonly ShownStage[];
}

/** Stage as its owner sees it, with the flags for the metrics. */
export const ownerStageView = (stage: ShownStage): OwnerStageView => ({
  id: stage.id,
  name: stage.name,
  order: stage.position,
  is_entry: stage.isEntry,
  is_won: stage.isWon,
  is_lost: stage.isLost,
  is_scheduling: stage.isScheduling,
  is_sale: stage.isSale,
  value: stage.value === null ? null : Number(stage.value),
});
