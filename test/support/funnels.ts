import type { ownerPipelineView } from '../../src/pipelines/pipeline.view';

/** A funnel as its owner sees it; the partner API shows its stages without the flags that serve the metrics. */
export type Funnel = ReturnType<typeof ownerPipelineView>;
export type Stage = Funnel['stages'][number];
