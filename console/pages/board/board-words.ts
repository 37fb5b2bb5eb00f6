import type { BoardCard, NextAutomation } from '../../../src/contract/board';
import { phoneText, plural } from '../../format';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations';

export const nameOf = ({ lead }: BoardCard): string => lead.name ?? phoneText(lead.phone);

/** Time that a deal has been in its stage. */
export function stayOf({ deal }: BoardCard, now = Date.now()): string {
  const days = Math.floor((now - Date.parse(deal.entered_stage_at)) / DAY_MS);
  return days < 1 ? 'há menos de 1 dia nesta etapa' : `há ${plural(days, 'dia', 'dias')} nesta etapa`;
}

export function automationText({ action, at }: NextAutomation, stageName: (id: string) => string): string {
  const when = untilText(Date.parse(at) - Date.now());
  if (action.type === 'move') return `Move para “${stageName(action.stage_id ?? '')}” ${when}`;
  return action.type === 'add_tag' ? `Marca com a etiqueta “${action.tag}” ${when}` : `Avisa você ${when}`;
}

function untilText(ms: number): string {
  if (ms < 0.05 * HOUR_MS) return 'em instantes';
  if (ms < HOUR_MS) return 'em menos de 1 hora';
  const hours = Math.round(ms / HOUR_MS);
  return hours < 24 ? `em ${plural(hours, 'hora', 'horas')}` : `em ${plural(Math.round(ms / DAY_MS), 'dia', 'dias')}`;
}
