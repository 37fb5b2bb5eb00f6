import { comparisonKey, typedText, withoutInvisible, wordsIn } from '../../common/text';
import { AREA_CODES } from '../../contract/phone';
import { formsOf, parsePhone } from './phone';

/** Prefixes of a phone's digits from the end and from the start, and of an e-mail address. No word of a name has them. */
const PHONE = '#';
const PHONE_START = '+';
const EMAIL = '@';
/** Per name; the rest is not searched. */
const MAX_WORDS = 10;
const MAX_WORD = 60;
/** Digits as people write a phone, with dots and slashes too. */
const PHONE_LIKE = /^(?:[ (]*\+)?[\d ().\-/]*$/;
const OLD_MOBILE = /^55(\d\d)([6-9]\d{7})$/;
const MOBILE_DIGITS = 11;
/** Area code and a digit more, with something between them, as in `(11) 9`; or so many digits that they are no end. */
const BEGINS_PHONE = /^\D*(?:\+|\(|0?\d\d\D+\d|\d{5})/;

export interface Searched {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string;
}

/** Returns the words of a lead: name without accents and capitals, phone from both ends, e-mail address. */
export const wordsOf = ({ name, email, phone }: Searched): string[] => [
  ...new Set([
    ...nameWords(name ?? ''),
    ...(phone ? [fromTheEnd(phone), fromTheStart(phone)] : []),
    ...(email ? [emailWord(email)] : []),
  ]),
];

/** A search (`q` of the search of leads): alternatives, each with beginnings that must all start a word of the lead. */
export type Search = readonly (readonly string[])[];

/** Undefined for a text without a letter or digit. */
export function searchOf(text: string): Search | undefined {
  const query = withoutInvisible(text).trim();
  const typed = typedText(query);
  const phones = [...phoneBeginnings(typed), ...startsOf(typed)];
  const alternatives = [...phones.map((word) => [word]), nameWords(query)];
  if (!/\s/.test(query)) alternatives.push([emailWord(query)]);
  const nonEmpty = alternatives.filter((beginnings) => beginnings.length > 0);
  return /[\p{L}\p{N}]/u.test(query) ? nonEmpty : undefined;
}

const nameWords = (text: string): string[] =>
  wordsIn(text)
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD).join(''));

const emailWord = (email: string): string => EMAIL + comparisonKey(email);

const fromTheEnd = (digits: string): string => PHONE + [...digits].reverse().join('');

/** An old mobile has its ninth digit here, so that both spellings begin alike. */
const fromTheStart = (digits: string): string => PHONE_START + digits.replace(OLD_MOBILE, '55$19$2');

/** Looks for the beginning of a number: with the area code, with or without the country code. A whole number is found by its end. */
function startsOf(text: string): string[] {
  if (!PHONE_LIKE.test(text) || !BEGINS_PHONE.test(text)) return [];
  const digits = text.replaceAll(/\D/g, '').replace(/^0/, '');
  if (text.includes('+') && !digits.startsWith('55')) return formsOf(digits).map((start) => PHONE_START + start);
  const national = text.includes('+')
    ? [digits.slice(2)]
    : [digits, ...(digits.startsWith('55') ? [digits.slice(2)] : [])];
  return national
    .filter((start) => AREA_CODES.includes(start.slice(0, 2)) && start.length < MOBILE_DIGITS)
    .flatMap(nationalStarts);
}

/** A mobile may be typed without its ninth digit. */
function nationalStarts(start: string): string[] {
  const withNinth = /^(\d\d)([6-9]\d{0,7})$/.exec(start);
  const whole = `${PHONE_START}55${start}`;
  return withNinth ? [whole, `${PHONE_START}55${withNinth[1]}9${withNinth[2]}`] : [whole];
}

/** Looks for a whole number with and without its ninth digit or mobile prefix: both are the same person. */
function phoneBeginnings(text: string): string[] {
  if (!PHONE_LIKE.test(text)) return [];
  const digits = text.replaceAll(/\D/g, '');
  const phone = parsePhone(text.replaceAll(/[./]/g, ''));
  if (!phone) return (/^9\d{8}$/.test(digits) ? [digits, digits.slice(1)] : [digits]).map(fromTheEnd);
  const { key } = phone;
  return [...new Set([...formsOf(key), phone.digits, key.replace(OLD_MOBILE, '55$19$2')])].map(fromTheEnd);
}
