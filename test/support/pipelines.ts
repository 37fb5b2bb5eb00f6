import type { OwnerPipelineView, OwnerStageView } from '../../src/contract/pipeline';

/** A pipeline as its owner sees it; the partner API shows its stages without the flags that serve the metrics. */
export type Pipeline = OwnerPipelineView;
export type Stage = OwnerStageView;
