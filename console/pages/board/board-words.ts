import type { BoardCard, NextAutomation } from '../../../src/contract/board';
import { dayBefore, daysBetween, phoneText, plural } from '../../format';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations';

export const nameOf = ({ lead }: BoardCard): string => lead.name ?? phoneText(lead.phone);

/** Days that a deal has been in its stage. */
export function stayOf({ deal }: BoardCard): string {
  const days = daysBetween(dayBefore(new Date(deal.entered_stage_at), 0), dayBefore(new Date(), 0)).length - 1;
  return days < 1 ? 'hoje' : plural(days, 'dia', 'dias');
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
