import type { FieldError } from '../contract/error';
import type { NewPipeline, NewStage } from './new-pipeline';

/** Faults of a pipeline's stages; `path` is the place of the list in the request (`stages`). */
export function stageProblems(stages: readonly NewStage[], path: string): FieldError[] {
  const entry = stages.findIndex((stage) => stage.isEntry);
  return stages.flatMap((stage, index) => {
    const problems = flagProblems(stage, `${path}.${index}`);
    if (problems.length > 0 || !stage.isEntry || index === entry) return problems;
    return [{ field: `${path}.${index}.is_entry`, message: 'um funil tem no máximo uma etapa de entrada' }];
  });
}

export function flagProblems(stage: NewStage, path: string): FieldError[] {
  const field = (name: string): string => (path ? `${path}.${name}` : name);
  if (stage.isWon && stage.isLost)
    return [{ field: field('is_lost'), message: 'uma etapa não pode ser ganha e perdida' }];
  if (stage.isEntry && (stage.isWon || stage.isLost)) {
    return [{ field: field('is_entry'), message: 'a etapa de entrada não pode ser ganha nem perdida' }];
  }
  return [];
}

export const hasEntryStage = ({ stages }: NewPipeline): boolean => stages.some((stage) => stage.isEntry);

/** Faults of a new account's pipelines: exactly one is the default (the first, if none is marked), with an entry stage. */
export function pipelineProblems(pipelines: readonly NewPipeline[], path: string): FieldError[] {
  const wanted = withDefault(pipelines).findIndex((pipeline) => pipeline.isDefault);
  return pipelines.flatMap((pipeline, index) => [
    ...(pipeline.isDefault && index !== wanted
      ? [{ field: `${path}.${index}.is_default`, message: 'uma conta tem exatamente um funil padrão' }]
      : []),
    ...(index === wanted && !hasEntryStage(pipeline)
      ? [{ field: `${path}.${index}.stages`, message: 'o funil padrão precisa de uma etapa de entrada' }]
      : []),
    ...stageProblems(pipeline.stages, `${path}.${index}.stages`),
  ]);
}

/** Marks the first pipeline as the default if none is marked. */
export const withDefault = (pipelines: readonly NewPipeline[]): NewPipeline[] =>
  pipelines.some((pipeline) => pipeline.isDefault)
    ? [...pipelines]
    : pipelines.map((pipeline, index) => ({ ...pipeline, isDefault: index === 0 }));
