import { AREA_CODES } from '../../contract/phone';
import { namesOthers } from '../headers/persons-question';
import { plainText } from './texts';
import { parsePhone, type Phone } from '../../leads/record/phone';
import { typedText } from '../../common/text';

/** Labels before a number: `p:` of Meta, `tel:`, `whatsapp:`, `Cel.:`. */
const LABEL = /^(?:p|tel|telefone|fone|cel|celular|whatsapp|whats|wpp|zap) ?[:.]{1,2}(?!com\/|\/\/) ?/i;
/** An address that opens a chat: `https://wa.me/5511987654321?text=Oi`. */
const CHAT =
  /^(?:https?:\/\/|whatsapp:\/\/)?(?:wa\.me\/|(?:api\.|web\.)?whatsapp\.com\/send\/?\?phone=|send\/?\?phone=)\+?(\d+)/i;
/** A number that a spreadsheet took for a decimal: `11987654321.0`. */
const FIGURE = /^(\+?\d{8,15})[.,]0+$/;
const BETWEEN_NUMBERS = / ::: |[;,|\n\r]| ou | e | - | \/ /i;
/** An area code before a slash, perhaps with zero, parentheses or country code. */
const AREA_CODE_BEFORE_SLASH = /^(\(?(?:\+?55\)? ?)?\(?0?\d\d\)?) ?\//;
/** An area code after the number: 3333-1001 (11), +55 3333-1001 (11). */
const AREA_CODE_LAST = /^(?:\+?55 )?([\d -]{8,11}?) ?\((0?\d\d)\)$/;
const CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
/** A number without area code; `(91) 8765-432` has one and lacks a digit. */
const WITHOUT_AREA_CODE = /^(?:9[ -]?)?\d{4}[ -]*\d{4}$|^\d{3} \d{3} \d{3}$/;

const AREA_CODE = /^'?\(?0?(\d\d)\)?(?:[.,]0)?$/;

/** Returns the area code that a cell holds alone: `11`, `(11)`, `011`. */
export function areaCodeIn(cell: string): string | undefined {
  const code = AREA_CODE.exec(cell.trim())?.[1];
  return AREA_CODES.find((known) => known === code);
}

/**
 * Returns the first usable mobile number, else the first usable one, read as by POST /leads or as spreadsheets write it. `areaCode`
 * completes numbers without one, unless another number of the cell has its own.
 */
export const phoneIn = (cell: string, areaCode?: string): Phone | undefined =>
  // Stryker disable next-line ConditionalExpression: saves reading the cell again.
  usablePhone(cell) ?? (areaCode === undefined ? undefined : usablePhone(cell, areaCode));

/** `3333-1001 | mãe: 11 98765-4321` has the number of somebody else; no word tells which. */
const isOfOthers = (cell: string): boolean =>
  // Stryker disable next-line MethodExpression: bounds the time alone.
  !/:\/\/|phone=/i.test(cell) && namesOthers(plainText(cell.slice(0, LONGEST)).split(/[^a-z]/));

function usablePhone(cell: string, areaCode?: string): Phone | undefined {
  if (isOfOthers(cell)) return undefined;
  let first: Phone | undefined;
  for (const text of [...numbersIn(cell)].filter((part) => /\d/.test(part)).slice(0, MOST_NUMBERS)) {
    for (const spelling of spellingsOf(text, areaCode)) {
      const phone = parsePhone(spelling);
      if (!phone) continue;
      if (isMobile(phone)) return phone;
      first ??= phone;
      break;
    }
  }
  return first;
}

/** A Brazilian mobile number, with or without its ninth digit; landlines begin with 2 to 5. */
export const isMobile = ({ digits }: Phone): boolean => /^55\d\d[6-9]/.test(digits);

function* numbersIn(cell: string): Generator<string> {
  const text = cell.slice(0, LONGEST).trim();
  yield text;
  const parts = text.split(BETWEEN_NUMBERS);
  if (parts.length > 1) yield* parts;
  for (const part of parts) if (part.includes('/')) yield* part.split('/');
}

const MOST_NUMBERS = 10;
const LONGEST = 500;

/** Yields readings of the text, the likeliest first. */
function* spellingsOf(written: string, areaCode: string | undefined): Generator<string> {
  const text = typedText(written).replace(/^'/, '').replace(LABEL, '').replace(FIGURE, '$1');
  const chat = CHAT.exec(text)?.[1];
  if (chat) {
    yield `+${chat}`;
    return;
  }
  if (CPF.test(text)) return;
  const spelled = text
    .replace(AREA_CODE_BEFORE_SLASH, '$1 ')
    .replace(AREA_CODE_LAST, '($2) $1')
    .replaceAll('.', ' ')
    // The placeholder of a carrier code, once needed to dial: (0xx11).
    .replace(/^(\(?)0? ?(?:xx|\*\*|__)/i, '$1')
    .replace(/^(\(?)00(?=[ 1-9])/, '+$1');
  yield spelled;
  const digits = spelled.replace(/\D/g, '');
  if (/[^\d ()+-]/.test(spelled)) return;
  if (/^55(?=55\d{10,11}$)/.test(digits)) yield `+${digits.slice(2)}`;
  if (spelled.includes('+')) return;
  // A carrier code: 0 15 11 98765-4321.
  if (/^0\d{12,13}$/.test(digits)) yield digits.slice(3);
  if (areaCode && WITHOUT_AREA_CODE.test(spelled)) yield areaCode + digits;
}
