import { ERRORS, type ErrorCode } from '../src/contract/error';
import { columnWord } from '../src/contract/import-columns';
import type { Signal } from '../src/contract/origin';
import type { ApiFailure } from './api';

/** Words for refusals; people never see a code or the name of a field. */

/** Codes whose general text is for programs. */
const CODE_WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  conflict: 'Isto mudou enquanto a página estava aberta. Confira e tente de novo.',
  not_found: 'Isto não está mais aqui. Recarregue a página.',
  payload_too_large: 'O texto é grande demais.',
  rate_limited: 'Foram pedidos demais em pouco tempo. Espere um pouco e tente de novo.',
  unauthorized: 'Sua sessão terminou. Entre de novo.',
  forbidden: 'Seu papel na conta não permite isto. Peça a quem administra a conta.',
  internal_error: 'O serviço falhou. Tente de novo; se continuar, passe o código abaixo ao suporte.',
};

/** Why the service refused, in the words of the console. */
export function refusalText({ code, message }: Pick<ApiFailure, 'code' | 'message'>): string {
  if (code === 'unreachable') return message;
  const isGeneral = message === ERRORS[code][1];
  return (isGeneral && CODE_WORDS[code]) || message.replace(/: a conta não tem .* com este id\.$/, '.');
}

export const SIGNAL_WORDS: Readonly<Record<Signal, string>> = {
  utm_source: 'Fonte (utm)',
  utm_medium: 'Meio',
  utm_campaign: 'Campanha',
  utm_content: 'Anúncio',
  utm_term: 'Palavra-chave',
  fbclid: 'Clique na Meta',
  fbc: 'Clique na Meta, guardado pelo site',
  gclid: 'Clique no Google',
  gbraid: 'Clique no Google, em aplicativo do iPhone',
  wbraid: 'Clique no Google, vindo de aplicativo',
  gad_source: 'Tipo de anúncio do Google',
  referrer: 'Página anterior',
};

const FIELD_WORDS: Readonly<Record<string, string>> = {
  ...SIGNAL_WORDS,
  q: 'Busca',
  tag: 'Etiqueta',
  add_tags: 'Etiqueta',
  remove_tags: 'Etiqueta',
  note: 'Anotação',
  notes: 'Anotações',
  attribution: 'Sinais de origem',
  deal: 'Negócio',
  deal_id: 'Negócio',
  pipeline_id: 'Funil',
  stage_id: 'Etapa',
  value: 'Valor',
  from: 'De',
  to: 'Até',
  reason: 'Motivo',
  responsible_id: 'Responsável',
  lead_ids: 'Leads',
  idle_days: 'Dias parado',
  starts_at: 'Data e hora',
  external_id: 'Código externo',
  source: 'Fonte',
};

/** Word for a field: `deal.stage_id` as `Etapa`. Undefined for one without. */
export function fieldWord(field: string): string | undefined {
  const last = field.replaceAll(/\.\d+/g, '').split('.').at(-1) ?? '';
  const word = FIELD_WORDS[last] ?? columnWord(last);
  return word === last ? undefined : word;
}
