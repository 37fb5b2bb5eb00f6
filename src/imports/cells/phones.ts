import { typedText } from '../../common/typed-text';
import { parsePhone, type Phone } from '../../leads/record/phone';

/** What people and address books write before a number: `p:` of Meta, `tel:`, `whatsapp:`, `Cel.:`. */
const LABEL = /^(?:p|tel|telefone|fone|cel|celular|whatsapp|whats|wpp|zap) ?[:.]{1,2} ?/i;
/** An address that opens a chat, such as `https://wa.me/5511987654321?text=Oi`. */
const CHAT =
  /^(?:https?:\/\/|whatsapp:\/\/)?(?:wa\.me\/|(?:api\.|web\.)?whatsapp\.com\/send\/?\?phone=|send\/?\?phone=)\+?(\d+)/i;
/** A number that a spreadsheet has taken for a figure: `11987654321.0`. */
const FIGURE = /^(\+?\d{8,15})[.,]0+$/;
const BETWEEN_NUMBERS = / ::: |[;,|\n\r]| ou | e | - /i;
/** Before a slash: an area code, perhaps with its zero, in parentheses or after the country's code. */
const AREA_CODE_BEFORE_SLASH = /^(\(?(?:\+?55\)? ?)?\(?0?\d\d\)?) ?\//;
/** The area code after the number: 3333-1001 (11). */
const AREA_CODE_LAST = /^([\d -]{8,11}?) ?\((0?\d\d)\)$/;
const CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
/** A number without an area code; `(91) 8765-432` has one, and lacks a digit. */
const WITHOUT_AREA_CODE = /^(?:9[ -]?)?\d{4}[ -]*\d{4}$|^\d{3} \d{3} \d{3}$/;

/**
 * The phone of a cell: as in POST /leads, and as spreadsheets, address books and other tools write it. Of several numbers the first
 * usable one. `areaCode` is that of numbers without one. Undefined for a cell without a usable number.
 */
export function phoneIn(cell: string, areaCode?: string): Phone | undefined {
  for (const text of [...numbersIn(cell)].filter((part) => /\d/.test(part)).slice(0, MOST_NUMBERS)) {
    for (const spelling of spellingsOf(text, areaCode)) {
      const phone = parsePhone(spelling);
      if (phone) return phone;
    }
  }
  return undefined;
}

/** The whole cell, then its parts. */
function* numbersIn(cell: string): Generator<string> {
  const text = cell.slice(0, LONGEST).trim();
  yield text;
  const parts = text.split(BETWEEN_NUMBERS);
  if (parts.length > 1) yield* parts;
  for (const part of parts) if (part.includes('/')) yield* part.split('/');
}

/** No cell has more numbers, and no more than fit here. */
const MOST_NUMBERS = 10;
const LONGEST = 500;

/** What the text may stand for, the likeliest first. */
function* spellingsOf(written: string, areaCode: string | undefined): Generator<string> {
  const text = typedText(written).trim().replace(/^'/, '').replace(LABEL, '').replace(FIGURE, '$1');
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
    // The place of a carrier code, as it was taught when dialling needed one: (0xx11).
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
