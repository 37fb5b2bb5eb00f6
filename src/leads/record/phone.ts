import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { codePoints, typedText } from '../../common/text';
import { AREA_CODES } from '../../contract/phone';
import { MAX_PHONE } from '../../contract/limits';

/** A phone as stored and shown, and the key that all its spellings share. */
export interface Phone {
  /** Digits with country code, as first accepted; a ninth digit or mobile prefix is never added or removed. */
  readonly digits: string;
  readonly key: string;
}

/** Allows a plus before the first digit only. */
const SPELLING = /^(?:[ ()-]*\+)?[\d ()-]*$/;
/** The limits of any number with its country code. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 6;
// Stryker disable next-line Regex: a subscriber number has eight or nine digits.
const MOBILE = /^9\d{8}$/;
const LANDLINE = /^[2-5]\d{7}$/;
/** A mobile number from before the ninth digit. */
const OLD_MOBILE = /^[6-9]\d{7}$/;

/**
 * Reads a Brazilian phone with or without country code, or a foreign one with `+` (specification, section 4, POST /leads;
 * docs/decisions.md, "Phones"). Returns the fault of any other text.
 */
export function readPhone(text: string): Phone | PhoneFault {
  if (codePoints(text) > MAX_PHONE) return 'too_long';
  const typed = typedText(text);
  if (!SPELLING.test(typed)) return spellingFault(typed);
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return 'missing';
  if (typed.includes('+')) return digits.startsWith('55') ? brazilian(digits.slice(2)) : foreign(digits);
  const hasCountryCode = digits.startsWith('55') && [12, 13].includes(digits.replace(/^550/, '55').length);
  return brazilian(hasCountryCode ? digits.slice(2) : digits);
}

/** Undefined for a text that is not a real number. */
export function parsePhone(text: string): Phone | undefined {
  const phone = readPhone(text);
  return typeof phone === 'string' ? undefined : phone;
}

/** Returns what to change, as a sentence; undefined for a valid phone. */
export function phoneProblem(value: unknown): string | undefined {
  if (value === undefined || value === null) return PHONE_PROBLEMS.missing;
  if (typeof value === 'number') return PHONE_PROBLEMS.number;
  if (typeof value !== 'string') return PHONE_PROBLEMS.no_text;
  const phone = readPhone(value);
  // Stryker disable next-line ConditionalExpression: a phone that was read is no fault's name.
  return typeof phone === 'string' ? PHONE_PROBLEMS[phone] : undefined;
}

/** Not by libphonenumber: it lacks old mobiles and this list of area codes. */
function brazilian(written: string): Phone | PhoneFault {
  const national = written.replace(/^0/, '');
  const areaCode = national.slice(0, 2);
  const subscriber = national.slice(2);
  if (national.length < 10 || national.length > 11) return lengthFault(national);
  if (!AREA_CODES.includes(areaCode)) return national.startsWith('0') ? 'two_zeros' : 'unknown_area_code';
  if (!MOBILE.test(subscriber) && !LANDLINE.test(subscriber) && !OLD_MOBILE.test(subscriber)) return 'no_brazilian';
  const digits = `55${national}`;
  // `9[0-5]…` never folds: without its first digit it would be a landline.
  const old = subscriber.slice(-8);
  return { digits, key: OLD_MOBILE.test(old) ? `55${areaCode}${old}` : digits };
}

function lengthFault(national: string): PhoneFault {
  if (national.length < 8) return 'too_short';
  if (national.length <= 9) return 'no_area_code';
  if (national.length > MAX_DIGITS) return 'several';
  return national.startsWith('0') ? 'two_zeros' : 'too_many_digits';
}

/** Mexico's prefix of mobile numbers until 2019, which libphonenumber refuses. */
const OLD_MEXICAN = /^521(?=\d{10}$)/;
/** A number of an Argentine area code, with or without the prefix of mobile numbers. */
const ARGENTINE = /^549?((?:11|[23]\d)\d{8})$/;

function foreign(digits: string): Phone | PhoneFault {
  if (digits.length > MAX_DIGITS) return 'several';
  const isOldMexican = OLD_MEXICAN.test(digits);
  const present = digits.replace(OLD_MEXICAN, '52');
  // Too short for any country: a long list of such texts is refused without parsing.
  // Stryker disable next-line ConditionalExpression: parsing refuses them too.
  const parsed = digits.length < MIN_DIGITS ? undefined : parsePhoneNumberFromString(`+${present}`);
  if (!parsed?.isValid() || (isOldMexican && parsed.getType() !== 'FIXED_LINE_OR_MOBILE')) return 'no_foreign';
  const stored = parsed.number.slice(1);
  // Most Argentine numbers are sent with the prefix, so their key equals the one of releases before 2.0.
  return { digits: isOldMexican ? digits : stored, key: stored.replace(ARGENTINE, '549$1') };
}

const MOBILE_PREFIXES: readonly (readonly [country: string, prefix: string])[] = [
  ['54', '9'],
  ['52', '1'],
];

/** The digits of a phone, or its first ones, without and with the mobile prefix that Argentina and Mexico let people leave out. */
export function formsOf(digits: string): readonly string[] {
  const [country, prefix] = MOBILE_PREFIXES.find(([code]) => digits.startsWith(code)) ?? [];
  if (!country || !prefix) return [digits];
  const national = digits.slice(digits.startsWith(country + prefix) ? 3 : 2);
  return [country + national, country + prefix + national];
}

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
function spellingFault(typed: string): PhoneFault {
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
