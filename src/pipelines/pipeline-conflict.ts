import { ApiError } from '../common/api-error';
import { MAX_PIPELINES, MAX_STAGES } from '../contract/limits';

const CONFLICTS = {
  entryOfDefault:
    'Esta é a etapa de entrada do funil padrão, por onde chegam os leads novos. Marque antes outra etapa dele como entrada.',
  defaultWithoutEntry:
    'O funil padrão precisa de uma etapa de entrada, por onde chegam os leads novos. Marque antes uma etapa deste funil como entrada.',
  isDefault: 'Este é o funil padrão. Torne antes outro funil o padrão.',
  isTarget: 'Uma automação move negócios para esta etapa. Exclua antes a automação.',
  tooManyPipelines: `A conta já tem ${MAX_PIPELINES} funis, o máximo.`,
  tooManyStages: `O funil já tem ${MAX_STAGES} etapas, o máximo.`,
} as const;

/** `conflict`, with a message that says what is in the way of the edit, and what to do first. */
export const pipelineConflict = (why: keyof typeof CONFLICTS): ApiError =>
  new ApiError('conflict', { message: CONFLICTS[why] });
