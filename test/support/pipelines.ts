import type { ownerPipelineView } from '../../src/pipelines/pipeline.view';

/** A pipeline as its owner sees it; the partner API shows its stages without the flags that serve the metrics. */
export type Pipeline = ReturnType<typeof ownerPipelineView>;
export type Stage = Pipeline['stages'][number];
