import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { codePoints } from '../../common/text';
import { typedText } from '../../common/typed-text';
import { AREA_CODES } from '../../contract/area-codes';
import { MAX_PHONE } from '../../contract/limits';
import { PHONE_PROBLEMS, type PhoneFault, spellingFault } from './phone-fault';

/** A phone as stored and shown, and the key under which its spellings are one person. */
export interface Phone {
  /** Digits with country code, as first accepted: the ninth digit is never added or removed. */
  readonly digits: string;
  readonly key: string;
}

/** A plus is before the first digit, if anywhere. */
const SPELLING = /^([ ()-]*\+)?([\d ()-]*)$/;
/** No number has more, or fewer, with its country code. */
const MAX_DIGITS = 15;
const MIN_DIGITS = 6;
const MOBILE = /^9\d{8}$/;
const LANDLINE = /^[2-5]\d{7}$/;
/** A mobile number as it was written before the ninth digit. */
const OLD_MOBILE = /^[6-9]\d{7}$/;

/**
 * Reads a phone (specification, section 4, POST /leads; docs/decisions.md, "Phones"): a Brazilian one with or without
 * country code, a foreign one with `+`. Of a text that is not a real number, says why.
 */
export function readPhone(text: string): Phone | PhoneFault {
  if (codePoints(text) > MAX_PHONE) return 'too_long';
  const typed = typedText(text);
  const match = SPELLING.exec(typed);
  if (!match) return spellingFault(typed);
  const [, plus, spelled = ''] = match;
  const digits = spelled.replace(/\D/g, '');
  if (digits === '') return 'missing';
  if (plus) return digits.startsWith('55') ? brazilian(digits.slice(2)) : foreign(digits);
  const hasCountryCode = digits.startsWith('55') && [12, 13].includes(digits.replace(/^550/, '55').length);
  return brazilian(hasCountryCode ? digits.slice(2) : digits);
}

/** The phone of a text; undefined for a text that is not a real number. */
export function parsePhone(text: string): Phone | undefined {
  const phone = readPhone(text);
  return typeof phone === 'string' ? undefined : phone;
}

/** Why a value is no phone, in a sentence that says what to change; undefined for a phone. */
export function phoneProblem(value: unknown): string | undefined {
  if (value === undefined || value === null) return PHONE_PROBLEMS.missing;
  if (typeof value === 'number') return PHONE_PROBLEMS.number;
  if (typeof value !== 'string') return PHONE_PROBLEMS.no_text;
  const phone = readPhone(value);
  return typeof phone === 'string' ? PHONE_PROBLEMS[phone] : undefined;
}

/** By hand, not by libphonenumber: it knows neither the old mobiles nor this list of area codes. */
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

/** Of a number that has neither ten nor eleven digits. */
function lengthFault(national: string): PhoneFault {
  if (national.length < 8) return 'too_short';
  if (national.length < 10) return 'no_area_code';
  if (national.length > MAX_DIGITS) return 'several';
  return national.startsWith('0') ? 'two_zeros' : 'too_many_digits';
}

function foreign(digits: string): Phone | PhoneFault {
  if (digits.length > MAX_DIGITS) return 'several';
  // Too short for any country: a long list of such texts is refused without a look at each.
  const parsed = digits.length < MIN_DIGITS ? undefined : parsePhoneNumberFromString(`+${digits}`);
  if (!parsed?.isValid()) return 'no_foreign';
  const stored = parsed.number.slice(1);
  return { digits: stored, key: stored };
}
