import type { OwnerPipelineView, OwnerStageView, PipelineView, StageView } from '../contract/pipeline';
import type { Pipeline } from './pipeline.entity';
import type { Stage } from './stage.entity';

type ShownStage = Omit<Stage, 'accountId' | 'pipelineId'>;

export interface PipelineWithStages extends Pick<Pipeline, 'id' | 'name' | 'isDefault'> {
  readonly stages: readonly ShownStage[];
}

export interface PipelineWithRota extends PipelineWithStages {
  readonly rota: readonly string[];
}

/** Pipeline in the partner API (specification, section 2). */
export const pipelineView = ({ id, name, isDefault, stages }: PipelineWithStages): PipelineView => ({
  id,
  name,
  is_default: isDefault,
  stages: stages.map(stageView),
});

const stageView = (stage: ShownStage): StageView => ({
  id: stage.id,
  name: stage.name,
  order: stage.position,
  is_entry: stage.isEntry,
  is_won: stage.isWon,
  is_lost: stage.isLost,
});

/** Stage as its owner sees it, with the flags for the metrics. */
export const ownerStageView = (stage: ShownStage): OwnerStageView => ({
  ...stageView(stage),
  is_scheduling: stage.isScheduling,
  is_sale: stage.isSale,
  value: stage.value === null ? null : Number(stage.value),
});

export const ownerPipelineView = (pipeline: PipelineWithRota): OwnerPipelineView => ({
  ...pipelineView(pipeline),
  rota: [...pipeline.rota],
  stages: pipeline.stages.map(ownerStageView),
});
