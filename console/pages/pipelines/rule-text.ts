import type { OwnerStageView, AutomationView } from '../../../src/contract/pipeline';
import { plural } from '../../format';

/** Automation in a sentence: `Após 3 dias parados: avisar a equipe`. */
export function ruleText(
  { idle_days: days, action }: AutomationView,
  stages: readonly Pick<OwnerStageView, 'id' | 'name'>[],
): string {
  const after = `Após ${plural(days, 'dia parado', 'dias parados')}: `;
  if (action.type === 'add_tag') return `${after}adicionar a etiqueta “${action.tag ?? ''}”`;
  if (action.type === 'notify') return `${after}avisar a equipe`;
  return `${after}mover para “${stages.find(({ id }) => id === action.stage_id)?.name ?? 'outra etapa'}”`;
}
