import { ApiError } from '../common/api-error';
import { MAX_PIPELINES, MAX_STAGES, MAX_STAGES_OF_ACCOUNT } from '../contract/limits';
import type { NewPipeline } from './new-pipeline';

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
