import type { FieldError } from '../../contract/error';
import { firstCodePoints } from '../text';

/** Characters shown of a field's name, which callers may invent. */
const MAX_SHOWN = 60;

/** Message of `validation_error`: the first bad field with its reason, and the number of others. */
export function fieldSummary([first, ...others]: readonly FieldError[]): string {
  if (!first) return 'Há campos ou parâmetros inválidos.';
  const subject = first.field === 'body' ? 'Corpo da requisição' : `Campo ${shownName(first.field)}`;
  return [sentence(`${subject}: ${first.message}`), othersText(others.length)].filter(Boolean).join(' ');
}

/** Limits a name to one short line. */
function shownName(name: string): string {
  const beginning = firstCodePoints(name, MAX_SHOWN);
  const shown = beginning.replace(/[\p{C}\p{Z}]/gu, ' ').trim();
  return (shown || '(sem nome)') + (beginning.length < name.length ? '…' : '');
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

function othersText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'Há mais 1 campo inválido (details.fields).'
    : `Há mais ${count} campos inválidos (details.fields).`;
}

/** Explains a list in place of an object: PHP writes an array without entries as a list. */
export function listHint(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value.length === 0
    ? ', e não uma lista vazia ([]): em PHP, um array vazio vira []; use (object) [] ou não envie o campo'
    : ', e não uma lista';
}
