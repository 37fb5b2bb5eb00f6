import type { FieldError } from '../common/api-error';
import type { NewFunnel, NewStage } from './new-funnel';

/** What is wrong with the stages of a funnel; `path` is where the list stands in the request (`stages`). */
export function stageProblems(stages: readonly NewStage[], path: string): FieldError[] {
  const entry = stages.findIndex((stage) => stage.isEntry);
  return stages.flatMap((stage, index) => {
    const problems = flagProblems(stage, `${path}.${index}`);
    if (problems.length > 0 || !stage.isEntry || index === entry) return problems;
    return [{ field: `${path}.${index}.is_entry`, message: 'um funil tem no máximo uma etapa de entrada' }];
  });
}

/** What is wrong with the flags of one stage. */
export function flagProblems(stage: NewStage, path: string): FieldError[] {
  const field = (name: string): string => (path ? `${path}.${name}` : name);
  if (stage.isWon && stage.isLost)
    return [{ field: field('is_lost'), message: 'uma etapa não pode ser ganha e perdida' }];
  if (stage.isEntry && (stage.isWon || stage.isLost)) {
    return [{ field: field('is_entry'), message: 'a etapa de entrada não pode ser ganha nem perdida' }];
  }
  return [];
}

/** Whether new leads have a stage to come to. */
export const hasEntryStage = ({ stages }: NewFunnel): boolean => stages.some((stage) => stage.isEntry);

/**
 * What is wrong with the funnels of a new account: exactly one is the default, the first if none says so, and that one has an
 * entry stage.
 */
export function funnelProblems(funnels: readonly NewFunnel[], path: string): FieldError[] {
  const wanted = withDefault(funnels).findIndex((funnel) => funnel.isDefault);
  return funnels.flatMap((funnel, index) => [
    ...(funnel.isDefault && index !== wanted
      ? [{ field: `${path}.${index}.is_default`, message: 'uma conta tem exatamente um funil padrão' }]
      : []),
    ...(index === wanted && !hasEntryStage(funnel)
      ? [{ field: `${path}.${index}.stages`, message: 'o funil padrão precisa de uma etapa de entrada' }]
      : []),
    ...stageProblems(funnel.stages, `${path}.${index}.stages`),
  ]);
}

/** The funnels with exactly one default. */
export const withDefault = (funnels: readonly NewFunnel[]): NewFunnel[] =>
  funnels.some((funnel) => funnel.isDefault)
    ? [...funnels]
    : funnels.map((funnel, index) => ({ ...funnel, isDefault: index === 0 }));
