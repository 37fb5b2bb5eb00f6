import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { MAX_PHONE } from '../../contract/limits';

/** A phone as stored and shown, and the key under which its spellings are one person. */
export interface Phone {
  /** Digits with country code, as first accepted: the ninth digit is never added or removed. */
  readonly digits: string;
  readonly key: string;
}

/** The 67 area codes of Brazil. */
export const AREA_CODES: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);

/** Without its spaces. */
const SPELLING = /^(\+?)([\d()-]+)$/;
const MOBILE = /^9\d{8}$/;
const LANDLINE = /^[2-5]\d{7}$/;
/** A mobile number as it was written before the ninth digit. */
const OLD_MOBILE = /^[6-9]\d{7}$/;

/**
 * Reads a phone (specification, section 4, POST /leads; docs/decisions.md, "Phones"): a Brazilian one with or without
 * country code, a foreign one with `+`. Undefined for a text that is not a real number.
 */
export function parsePhone(text: string): Phone | undefined {
  if (text.length > MAX_PHONE) return undefined;
  const match = SPELLING.exec(text.replaceAll(' ', ''));
  if (!match) return undefined;
  const [, plus, spelled] = match as unknown as [string, string, string];
  const digits = spelled.replace(/\D/g, '');
  if (plus) return digits.startsWith('55') ? brazilian(digits.slice(2)) : foreign(digits);
  const hasCountryCode = digits.startsWith('55') && [12, 13].includes(digits.replace(/^550/, '55').length);
  return brazilian(hasCountryCode ? digits.slice(2) : digits);
}

/** By hand, not by libphonenumber: it knows neither the old mobiles nor this list of area codes. */
function brazilian(written: string): Phone | undefined {
  const national = written.replace(/^0/, '');
  const areaCode = national.slice(0, 2);
  const subscriber = national.slice(2);
  if (!AREA_CODES.has(areaCode)) return undefined;
  if (!MOBILE.test(subscriber) && !LANDLINE.test(subscriber) && !OLD_MOBILE.test(subscriber)) return undefined;
  const digits = `55${national}`;
  // `9[0-5]…` never folds: without its first digit it would be a landline.
  const old = subscriber.slice(-8);
  return { digits, key: OLD_MOBILE.test(old) ? `55${areaCode}${old}` : digits };
}

function foreign(digits: string): Phone | undefined {
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (!parsed?.isValid()) return undefined;
  const stored = parsed.number.slice(1);
  return { digits: stored, key: stored };
}
