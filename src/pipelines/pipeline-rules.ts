import type { FieldError } from '../contract/error';
import type { NewPipeline, NewStage } from './new-pipeline';
import { ApiError } from '../common/api-error';
import { MAX_PIPELINES, MAX_STAGES, MAX_STAGES_OF_ACCOUNT } from '../contract/limits';

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

const CONFLICTS = {
  entryOfDefault:
    'Esta é a etapa de entrada do funil padrão, por onde chegam os leads novos. Marque antes outra etapa dele como entrada.',
  defaultWithoutEntry:
    'O funil padrão precisa de uma etapa de entrada, por onde chegam os leads novos. Marque antes uma etapa deste funil como entrada.',
  isDefault: 'Este é o funil padrão. Torne antes outro funil o padrão.',
  isTarget: 'Uma automação move negócios para esta etapa. Exclua antes a automação.',
  tooManyPipelines: `Uma conta pode ter no máximo ${MAX_PIPELINES} funis.`,
  tooManyStages: `Um funil pode ter no máximo ${MAX_STAGES} etapas.`,
  tooManyStagesOfAccount: `Os funis de uma conta podem ter no máximo ${MAX_STAGES_OF_ACCOUNT} etapas ao todo.`,
} as const;

/** `conflict`, with a message about the obstacle to the edit and the remedy. */
export const pipelineConflict = (why: keyof typeof CONFLICTS): ApiError =>
  new ApiError('conflict', { message: CONFLICTS[why] });

/** Throws `conflict` for too many new pipelines, too many stages in one of them, or in all with the `present` ones of the account. */
export function refuseTooMany(pipelines: readonly NewPipeline[], present = 0): void {
  if (pipelines.length > MAX_PIPELINES) throw pipelineConflict('tooManyPipelines');
  if (pipelines.some(({ stages }) => stages.length > MAX_STAGES)) throw pipelineConflict('tooManyStages');
  const added = pipelines.reduce((sum, { stages }) => sum + stages.length, 0);
  if (present + added > MAX_STAGES_OF_ACCOUNT) throw pipelineConflict('tooManyStagesOfAccount');
}
