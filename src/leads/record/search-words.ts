import { comparisonKey, typedText, withoutInvisible, wordsIn } from '../../common/text';
import { AREA_CODES } from '../../contract/phone';
import { formsOf, parsePhone } from './phone';

/**
 * Prefixes of the words of a phone: digits from its end, from its start, from the start of the number without area code, and from places
 * inside this number. The last is the prefix of an e-mail address. Words of names have none of these.
 */
const PHONE = '#';
const PHONE_START = '+';
const NUMBER_START = '-';
const INSIDE = '=';
const EMAIL = '@';
/** The longest number without area code. */
const NUMBER_DIGITS = 9;
/** Digits from a place inside a number to its end. Four digits and fewer are looked for from the end. */
const INSIDE_DIGITS = [7, 6, 5];
/** Digits to type at least. */
const MIN_START = 3;
const MIN_INSIDE = 4;
/** Per name; the rest is not searched. */
const MAX_WORDS = 10;
const MAX_WORD = 60;
/** Digits as people write a phone, with dots and slashes too. */
const PHONE_LIKE = /^(?:[ (]*\+)?[\d ().\-/]*$/;
const OLD_MOBILE = /^55(\d\d)([6-9]\d{7})$/;
const MOBILE_DIGITS = 11;
/** Area code and a digit more, with something between them, as in `(11) 9`. */
const SHOWS_AREA_CODE = /^\D*(?:\+|\(|0?\d\d\D+\d)/;
/** Marks that are typed as an apostrophe. The letters before and after one also make one word. */
const APOSTROPHES = /['\u2018\u2019\u201b\u02bc\u02b9\u2032`\u00b4\uff07]/gu;

export interface Searched {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string;
}

/** Returns the words of a lead: name without accents, apostrophes and capitals, phone from both ends and places, e-mail address. */
export const wordsOf = ({ name, email, phone }: Searched): string[] => [
  ...new Set([
    ...nameWords(spaced(name ?? '')),
    ...nameWords(joined(name ?? '')),
    ...(phone ? [fromTheEnd(phone), fromTheStart(phone), ...fromPlaces(withNinth(phone))] : []),
    ...(email ? [emailWord(email)] : []),
  ]),
];

/** A search (`q` of the search of leads): alternatives, each with beginnings that must all start a word of the lead. */
export type Search = readonly (readonly string[])[];

/** Undefined for a text without a letter or digit. */
export function searchOf(text: string): Search | undefined {
  const query = withoutInvisible(text).trim();
  const typed = typedText(query);
  const phones = [...phoneBeginnings(typed), ...startsOf(typed), ...placesOf(typed)];
  const alternatives = [...phones.map((word) => [word]), nameWords(spaced(query))];
  if (query.match(APOSTROPHES)) alternatives.push(nameWords(joined(query)));
  if (!/\s/.test(query)) alternatives.push([emailWord(query)]);
  const nonEmpty = alternatives.filter((beginnings) => beginnings.length > 0);
  return /[\p{L}\p{N}]/u.test(query) ? nonEmpty : undefined;
}

const spaced = (text: string): string => text.replaceAll(APOSTROPHES, ' ');

const joined = (text: string): string => text.replaceAll(APOSTROPHES, '');

const nameWords = (text: string): string[] =>
  wordsIn(text)
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD).join(''));

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const emailWord = (email: string): string => EMAIL + comparisonKey(email);

const fromTheEnd = (digits: string): string => PHONE + [...digits].reverse().join('');

/** An old mobile with its ninth digit, so that both spellings begin alike. */
const withNinth = (digits: string): string => digits.replace(OLD_MOBILE, '55$19$2');

const fromTheStart = (digits: string): string => PHONE_START + withNinth(digits);

/** Words of the last nine digits, with a ninth digit: any four or more in a row begin one, or are the end. */
const fromPlaces = (digits: string): string[] => [
  ...numbersOf(digits).map((number) => NUMBER_START + number),
  ...INSIDE_DIGITS.map((count) => INSIDE + digits.slice(-count)),
];

/** The number without its area code; of another country, which has none here, two that are as long. */
const numbersOf = (digits: string): string[] =>
  digits.startsWith('55') ? [digits.slice(4)] : [NUMBER_DIGITS, NUMBER_DIGITS - 1].map((count) => digits.slice(-count));

/** Looks for digits of a number without its area code; a whole number is found by its end. */
function placesOf(text: string): string[] {
  if (!PHONE_LIKE.test(text) || SHOWS_AREA_CODE.test(text)) return [];
  const digits = digitsOf(text);
  if (digits.length < MIN_START || digits.length >= NUMBER_DIGITS) return [];
  const starts = [digits, `9${digits}`].map((start) => NUMBER_START + start);
  return digits.length < MIN_INSIDE ? starts : [...starts, INSIDE + digits];
}

/** Looks for the beginning of a number: with the area code, with or without the country code. A whole number is found by its end. */
function startsOf(text: string): string[] {
  if (!PHONE_LIKE.test(text)) return [];
  const digits = digitsOf(text).replace(/^0/, '');
  if (digits.length < MIN_START && !SHOWS_AREA_CODE.test(text)) return [];
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
  const withoutNinth = /^(\d\d)([6-9]\d{0,7})$/.exec(start);
  const whole = `${PHONE_START}55${start}`;
  return withoutNinth ? [whole, `${PHONE_START}55${withoutNinth[1]}9${withoutNinth[2]}`] : [whole];
}

/** Looks for a whole number with and without its ninth digit or mobile prefix: both are the same person. */
function phoneBeginnings(text: string): string[] {
  if (!PHONE_LIKE.test(text)) return [];
  const digits = digitsOf(text);
  const phone = parsePhone(text.replaceAll(/[./]/g, ''));
  if (!phone) return (/^9\d{8}$/.test(digits) ? [digits, digits.slice(1)] : [digits]).map(fromTheEnd);
  const { key } = phone;
  return [...new Set([...formsOf(key), phone.digits, withNinth(key)])].map(fromTheEnd);
}
