import type { OwnerPipelineView, OwnerStageView } from '../../src/contract/pipeline';

/** The owner's view; the partner API omits the flags for metrics. */
export type Pipeline = OwnerPipelineView;
export type Stage = OwnerStageView;
