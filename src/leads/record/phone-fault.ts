import { MAX_PHONE } from '../../contract/limits';

const EXAMPLE = '(11) 98765-4321';
const ABROAD = 'se for de outro país, comece com + e o código do país';

/** The reasons to refuse a phone, each with what to change. No sentence repeats the input. */
export const PHONE_PROBLEMS = {
  missing: `falta o número: envie com DDD, como ${EXAMPLE}`,
  number: 'veio como número: envie como texto, entre aspas',
  no_text: `deve ser um texto com DDD, como ${EXAMPLE}`,
  too_long: `tem mais de ${MAX_PHONE} caracteres: envie só o telefone`,
  scientific:
    'veio em notação científica, como 5,51E+12: formate a coluna da planilha como texto e copie o número inteiro',
  several: 'tem mais de um telefone: envie um só',
  extension: 'tem ramal: envie só o telefone, e o ramal nas anotações',
  letters: 'tem letras: envie só o telefone, com dígitos',
  other_digits: 'tem algarismos de outro alfabeto ou largura: use os dígitos comuns, de 0 a 9',
  misplaced_plus: 'tem um + fora do lugar: ele só vale uma vez, antes do primeiro dígito',
  other_characters:
    'tem um caractere que não é de telefone: use só dígitos, espaços, parênteses, hífens e um + no começo',
  no_area_code: `falta o DDD: envie com ele, como ${EXAMPLE}`,
  unknown_area_code: `tem um DDD que não existe: confira o DDD; ${ABROAD}`,
  too_short: `tem dígitos de menos: envie DDD e número, como ${EXAMPLE}`,
  too_many_digits: `tem dígitos demais: confira o número; ${ABROAD}`,
  two_zeros: 'começa com dois zeros: envie DDD e número, ou + e o código do país',
  no_brazilian: 'não existe: depois do DDD vêm 9 dígitos que começam com 9, ou os 8 dígitos de um fixo',
  no_foreign: 'não existe no país do código que vem depois do +: confira os dois; o código do Brasil é 55',
} as const satisfies Record<string, string>;

export type PhoneFault = keyof typeof PHONE_PROBLEMS;

/** A long number as spreadsheets show it in a narrow column. */
const SCIENTIFIC = /^\d+(?:[.,]\d+)?E\+?\d+$/i;
const EXTENSION = /\d\W*(?:ramal|ramais|ext|r\.|x)/i;
/** Separators between two phones, and the `+` of a second one. */
const BETWEEN = /[/,;|&\t\r\n]|\s(?:e|ou)\s|(?<=\d)\W*\+/i;
/** The shortest whole phone, and the end of a second phone that shares the beginning. */
const WHOLE = 8;
const END = 4;

/** Returns why a text has other characters than a phone; `typed` comes from `typedText`. */
export function spellingFault(typed: string): PhoneFault {
  if (!/[\p{L}\p{N}]/u.test(typed)) return 'missing';
  if (SCIENTIFIC.test(typed.replaceAll(' ', ''))) return 'scientific';
  if (EXTENSION.test(typed)) return 'extension';
  if (hasSeveral(typed)) return 'several';
  if (/\p{L}/u.test(typed)) return 'letters';
  if (/(?!\d)\p{N}/u.test(typed)) return 'other_digits';
  return /[^\d ()+-]/.test(typed) ? 'other_characters' : 'misplaced_plus';
}

function hasSeveral(typed: string): boolean {
  const lengths = typed.split(BETWEEN).map((part) => part.replace(/\D/g, '').length);
  return lengths.some((length) => length >= WHOLE) && lengths.filter((length) => length >= END).length > 1;
}
