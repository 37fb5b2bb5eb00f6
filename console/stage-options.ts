import type { OwnerPipelineView } from '../src/contract/pipeline';

/** A choice of a `Select`. */
interface Option {
  readonly value: string;
  readonly text: string;
}

/** Every stage to choose from, with its pipeline's name where there are several. */
export const stageOptions = (pipelines: readonly OwnerPipelineView[]): readonly Option[] =>
  pipelines.flatMap((pipeline) =>
    pipeline.stages.map(({ id, name }) => ({
      value: id,
      text: pipelines.length > 1 ? `${name} · ${pipeline.name}` : name,
    })),
  );
