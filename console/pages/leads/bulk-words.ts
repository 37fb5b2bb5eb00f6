import type { ErrorCode } from '../../../src/contract/error';
import type { BulkResult, OwnerLead } from '../../../src/contract/lead';
import type { Origin } from '../../../src/contract/origin';
import type { ErasureReason } from '../../../src/contract/person';
import { phoneText, plural } from '../../format';

/** Body of POST /leads/bulk beside the leads. */
export type BulkChange =
  | { readonly add_tags: readonly string[] }
  | { readonly stage_id: string }
  | { readonly responsible_id: string | null }
  | { readonly origin: Origin }
  | { readonly erase: true; readonly reason?: ErasureReason };

type Refused = BulkResult['refused'][number];

export function resultText({ changed, unchanged }: BulkResult, change: BulkChange): string {
  // Leads of one phone are one person.
  if ('erase' in change) return `${plural(changed, 'pessoa apagada', 'pessoas apagadas')}.`;
  const parts = [plural(changed, 'lead alterado', 'leads alterados')];
  if (unchanged > 0) parts.push(`${unchanged} já ${unchanged === 1 ? 'estava' : 'estavam'} assim`);
  return `${parts.join(', ')}.`;
}

/** `Maria Silva: não está mais na lista`. */
export function refusedText({ id, code }: Refused, leads: readonly OwnerLead[], change: BulkChange): string {
  const lead = leads.find((one) => one.id === id);
  return `${lead?.name ?? (phoneText(lead?.phone ?? null) || 'Sem nome')}: ${reasonOf(code, change)}`;
}

function reasonOf(code: ErrorCode, change: BulkChange): string {
  if (code === 'not_found') return 'não está mais na lista';
  if (code === 'validation_error' && 'add_tags' in change) return 'já tem o máximo de etiquetas';
  if (code === 'conflict' && 'origin' in change) return 'já tem origem';
  return REASONS[code] ?? 'não pôde mudar agora';
}

const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  ambiguous_deal: 'tem mais de um negócio neste funil; mova na página do lead',
  forbidden: 'é de outra pessoa da equipe',
  conflict: 'mudou neste momento; tente de novo',
  rate_limited: 'o serviço está ocupado; tente de novo',
};
