import { isNeutral, namesSecondPerson, wordSet } from './header-words';
import type { Exactness } from './field-names';

/** The kinds of phone columns, in the order of preference. */
const PHONE_KINDS = ['mobile', 'whatsapp', 'other', 'landline'] as const;
type PhoneKind = (typeof PHONE_KINDS)[number];

const MOBILE = wordSet('celular celulares cel mobile movel cell cellphone mobilephone');
const WHATSAPP = wordSet('whatsapp whats zap wpp wapp');
const LANDLINE = wordSet('fixo comercial residencial res trabalho casa home work business landline');
const OTHER = wordSet('telefone telefones fone fones tel phone phones telephone telefono phonenumber');
/** Words that belong to a phone's name without naming a phone: fixo, number, DDD. */
const QUALIFIER = new Set([...LANDLINE, ...wordSet('movel cell number numero num nro nr nu n ddd')]);

/** Names in common tools with further words. */
const TOOL_NAMES = new Set(
  (
    'default address phone, billing phone, billing telephone, phone billing, other phone, telefone valor, ' +
    'outro telefone, buyer phone, telefone comprador'
  ).split(', '),
);

const isNoun = (word: string): boolean =>
  OTHER.has(word) || WHATSAPP.has(word) || (MOBILE.has(word) && word !== 'movel' && word !== 'cell');

/** Returns whether a word among them is one for a phone. */
export const hasPhoneWord = (words: readonly string[]): boolean => words.some(isNoun);

const BUSINESS = wordSet('business comercial');

/** Returns whether the words may name a phone: neither a system (`os` is an article elsewhere) nor the line of a business. */
export const namesPhone = (words: readonly string[]): boolean =>
  hasPhoneWord(words) &&
  words.join(' ') !== 'mobile os' &&
  !(words.some((word) => BUSINESS.has(word)) && words.some((word) => WHATSAPP.has(word)));

/** Returns whether a word belongs to the name of a phone. */
export const isPhoneWord = (word: string): boolean => isNoun(word) || QUALIFIER.has(word);

/** Returns how exactly the words name the person's phone; undefined if a word among them is neither of a phone nor neutral. */
export function phoneExactness(words: readonly string[]): Exactness | undefined {
  if (TOOL_NAMES.has(words.filter((word) => !/^\d{1,2}$/.test(word)).join(' '))) return 0;
  if (!namesPhone(words) || namesSecondPerson(words)) return undefined;
  if (!words.every((word) => isPhoneWord(word) || isNeutral(word) || /^\d{3,4}$/.test(word))) return undefined;
  return words.some((word) => !isPhoneWord(word)) ? 1 : 0;
}

export function phoneKind(words: readonly string[]): PhoneKind {
  if (words.some((word) => MOBILE.has(word))) return 'mobile';
  if (words.some((word) => WHATSAPP.has(word))) return 'whatsapp';
  return words.some((word) => LANDLINE.has(word)) ? 'landline' : 'other';
}

/** The rank of a kind in the order to try phones in. */
export const rankOfKind = (kind: PhoneKind): number => PHONE_KINDS.indexOf(kind);

/** Recognises a column of area codes: `DDD`, `DDD do celular`, `Código de área`, not `Telefone com DDD`. */
export function isAreaCodeHeader(words: readonly string[]): boolean {
  if (!AREA_CODE.test(words.join(' ')) || words.includes('e')) return false;
  return words.every((word) => isNoun(word) || QUALIFIER.has(word) || isNeutral(word) || AREA_CODE_WORDS.has(word));
}

const AREA_CODE = /^(?:ddd|(?:codigo|cod) (?:do )?ddd|area code|phone area code|codigo de area|cod de area|cod area)\b/;
const AREA_CODE_WORDS = wordSet('ddd area code codigo cod prefixo numero number num nro nr');

/** Recognises words for area codes in a header whose cells then decide: `Telefone DDD`, `Prefixo`. */
export const mayBeAreaCode = (words: readonly string[]): boolean =>
  words.some((word) => word === 'ddd' || word === 'prefixo') || words.join(' ').includes('area code');

/** The phone that the header of a column of area codes names, with its number: `celular 1` in `DDD do celular 1`. */
export const phoneNamed = (words: readonly string[]): string =>
  words.filter((word) => /^\d{1,2}$/.test(word) || (!AREA_CODE_WORDS.has(word) && !isNeutral(word))).join(' ');
