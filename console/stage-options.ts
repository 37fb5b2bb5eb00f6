import type { OwnerPipelineView } from '../src/contract/pipeline';

interface Option {
  readonly value: string;
  readonly text: string;
}

/** All stages, with the pipeline's name when there are several. */
export const stageOptions = (pipelines: readonly OwnerPipelineView[]): readonly Option[] =>
  pipelines.flatMap((pipeline) =>
    pipeline.stages.map(({ id, name }) => ({
      value: id,
      text: pipelines.length > 1 ? `${name} · ${pipeline.name}` : name,
    })),
  );
