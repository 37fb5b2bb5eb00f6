import type { Pipeline } from './pipeline.entity';
import type { Stage } from './stage.entity';

/** A funnel with its stages in order. */
export interface Funnel {
  readonly pipeline: Pipeline;
  readonly stages: readonly Stage[];
}

/** A funnel as the partner API shows it (specification, section 2). */
export const pipelineView = ({ pipeline, stages }: Funnel) => ({
  id: pipeline.id,
  name: pipeline.name,
  is_default: pipeline.isDefault,
  stages: stages.map(stageView),
});

const stageView = (stage: Stage) => ({
  id: stage.id,
  name: stage.name,
  order: stage.position,
  is_entry: stage.isEntry,
  is_won: stage.isWon,
  is_lost: stage.isLost,
});

/** A stage as its owner sees it, with the flags that serve the metrics. */
export const ownerStageView = (stage: Stage) => ({
  ...stageView(stage),
  is_scheduling: stage.isScheduling,
  is_sale: stage.isSale,
  value: stage.value === null ? null : Number(stage.value),
});

/** A funnel as its owner sees it. */
export const ownerPipelineView = (funnel: Funnel) => ({
  ...pipelineView(funnel),
  stages: funnel.stages.map(ownerStageView),
});
