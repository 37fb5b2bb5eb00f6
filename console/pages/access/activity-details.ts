import type { AuditDetails, ChangedField } from '../../../src/contract/audit';
import { ORIGIN_WORDS } from '../../../src/contract/origin';
import { plural } from '../../format';
import { closingText, valueText } from '../../money-changes';
import { BULK_WORDS } from '../../words';

/** Name of a member, stage or pipeline by its id. */
export type NameOf = (id: string | null) => string | undefined;

const FIELD_WORDS: Readonly<Record<ChangedField, string>> = {
  name: 'nome',
  is_default: 'funil padrão',
  order: 'posição',
  is_entry: 'entrada',
  is_won: 'ganho',
  is_lost: 'perda',
  is_scheduling: 'agendamento',
  is_sale: 'venda',
  value: 'valor',
};

const peopleText = (ids: readonly string[], nameOf: NameOf): string =>
  ids.length === 0 ? 'ninguém' : ids.map((id) => nameOf(id) ?? 'pessoa removida').join(', ');

type Part<Name extends keyof AuditDetails> = NonNullable<AuditDetails[Name]>;

const closingChange = ({ before, after, reason_changed }: Part<'closing'>): string =>
  `de ${closingText(before)} para ${after ? closingText(after) : 'em andamento'}${reason_changed ? '; o motivo mudou' : ''}`;

const bulkText = ({ change, leads, ...to }: Part<'bulk'>, nameOf: NameOf): string =>
  `${[BULK_WORDS[change], targetText(to, nameOf)].filter(Boolean).join(' ')} de ${plural(leads, 'lead', 'leads')}`;

function targetText(
  { stage_id, responsible_id, origin }: Omit<Part<'bulk'>, 'change' | 'leads'>,
  nameOf: NameOf,
): string | undefined {
  if (stage_id !== undefined) return nameOf(stage_id) ?? 'excluída';
  if (responsible_id === null) return 'ninguém';
  if (responsible_id !== undefined) return nameOf(responsible_id) ?? 'pessoa removida';
  return origin && ORIGIN_WORDS[origin];
}

/** What an action changed, in words: `de R$ 1.000,00 para R$ 900,00`. */
export function detailsText(details: AuditDetails, nameOf: NameOf): string {
  const { value, closing, fields, members, count, ended_deals, bulk } = details;
  const texts = [
    fields && `mudou: ${fields.map((field) => FIELD_WORDS[field]).join(', ')}`,
    value && `de ${valueText(value.before)} para ${valueText(value.after)}`,
    closing && closingChange(closing),
    members && `de ${peopleText(members.before, nameOf)} para ${peopleText(members.after, nameOf)}`,
    count && `de ${plural(count.before, 'motivo', 'motivos')} para ${count.after}`,
    ended_deals && plural(ended_deals.length, 'negócio encerrado', 'negócios encerrados'),
    bulk && bulkText(bulk, nameOf),
  ];
  return texts.filter(Boolean).join('; ');
}
