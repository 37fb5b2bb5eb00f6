import type { ActivityType, ActivityView } from '../../../src/contract/day/activity';

export const TYPE_WORDS: Readonly<Record<ActivityType, string>> = {
  note: 'Nota',
  call: 'Ligação',
  message: 'Mensagem',
  visit: 'Visita',
  task: 'Tarefa',
};

/** Outcomes of a contact: reached, then not. */
export const OUTCOME_WORDS: Readonly<Partial<Record<ActivityType, readonly [reached: string, missed: string]>>> = {
  call: ['Falei', 'Não atendeu'],
  message: ['Respondeu', 'Sem resposta'],
  visit: ['Falei', 'Não encontrei'],
};

const PAST_WORDS: typeof OUTCOME_WORDS = {
  call: ['falou', 'não atendeu'],
  message: ['respondeu', 'sem resposta'],
  visit: ['falou', 'não encontrou'],
};

/** `Ligação: falou`. */
export function activityTitle({ type, reached }: Pick<ActivityView, 'type' | 'reached'>): string {
  const outcome = reached === null ? undefined : PAST_WORDS[type]?.[reached ? 0 : 1];
  return outcome ? `${TYPE_WORDS[type]}: ${outcome}` : TYPE_WORDS[type];
}

export const SAVED_WORDS: Readonly<Record<ActivityType, string>> = {
  note: 'Nota guardada.',
  call: 'Ligação registrada.',
  message: 'Mensagem registrada.',
  visit: 'Visita registrada.',
  task: 'Tarefa guardada.',
};

/** Text of a task that is made by one click. */
export const RETURN = 'Retornar o contato';
