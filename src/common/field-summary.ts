import type { FieldError } from '../contract/error';

/** Characters of a field's name that are shown; callers make names up. */
const MAX_SHOWN = 60;

/** The message of `validation_error`: the first bad field with its reason, and how many more there are. */
export function fieldSummary([first, ...others]: readonly FieldError[]): string {
  if (!first) return 'Há campos ou parâmetros inválidos.';
  const subject = first.field === 'body' ? 'Corpo da requisição' : `Campo ${shownName(first.field)}`;
  return [sentence(`${subject}: ${first.message}`), othersText(others.length)].filter(Boolean).join(' ');
}

/** One line of bounded length, whatever the caller has written. */
function shownName(name: string): string {
  const characters = [...name.slice(0, 2 * MAX_SHOWN + 1).replace(/[\p{C}\p{Z}]/gu, ' ')];
  const shown = characters.slice(0, MAX_SHOWN).join('').trim();
  return (shown || '(sem nome)') + (characters.length > MAX_SHOWN ? '…' : '');
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

function othersText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'Há mais 1 campo inválido (details.fields).'
    : `Há mais ${count} campos inválidos (details.fields).`;
}
