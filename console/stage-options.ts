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

/** The stages that are not won, where leads of a file or a source may enter. */
export const openStageOptions = (pipelines: readonly OwnerPipelineView[]): readonly Option[] => [
  { value: '', text: 'Etapa de entrada' },
  ...stageOptions(
    pipelines.map((pipeline) => ({ ...pipeline, stages: pipeline.stages.filter((stage) => !stage.is_won) })),
  ),
];
