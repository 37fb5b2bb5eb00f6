import { REASON_HEADER } from '../../contract/import-columns';
import { plainText } from '../cells/texts';

/** The part of a header to check, since each of 200 headers may have 10,000 characters. */
const LONGEST = 500;

/** Makes a set of the words of a text. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const plainHeader = (header: string): string =>
  plainText(header.slice(0, LONGEST).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/[º°ª]/g, '')
    .replace(/\bp\//g, 'para ')
    .replace(/\bc\//g, 'com ')
    .replace(/\bex ?[:.]/g, 'exemplo ')
    .replace(/\bd\.d\.d\b/g, 'ddd')
    .replace(/ ?[+&] ?/g, ' e ')
    .replace(/(?<=[a-z]{2})(?=\d{1,2}(?![a-z0-9]))/g, ' ')
    .replace(/\be[-_ ]mail/g, 'email')
    .replace(/\bwhats[-_ ]?app?s?\b/g, 'whatsapp');

const wordsOf = (text: string): string[] => text.split(/[^a-z0-9]+/).filter(Boolean);

/** Splits `phone_number`, `Phone Number` and `phoneNumber` into words; `E-mail` is one. */
export const headerWords = (header: string): string[] => wordsOf(plainHeader(header));

/** Splits a header into the words of its clauses, which end with punctuation. */
export const headerClauses = (header: string): string[][] =>
  plainHeader(header)
    .split(/[,;:.!?()[\]{}/|–—*"]+| - /)
    .map(wordsOf)
    .filter((words) => words.length > 0);

/** Returns the names of the columns, trimmed, without the empty cells that spreadsheets write after the last one. */
export function headerNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  return names;
}

/** Recognises the column of reasons in a file of refused rows. */
export const isReasonHeader = (header: string): boolean => headerWords(header).join('') === REASON_HEADER;

/** Words without meaning for a header; a number is one too, and the mask of one. */
const ARTICLES = wordSet(
  'o a os as um uma de do da dos das no na em e para com qual quais seu sua seus suas meu minha meus minhas your my what is the of s',
);

/** Further words around the name of a field that do not change it. */
const NEUTRAL = wordSet(
  'contato contact cliente customer client lead leads user usuario pessoa person principal pessoal primary main personal value ' +
    'obrigatorio required opcional optional utc gmt brt r brl reais',
);

export const isArticle = (word: string): boolean => ARTICLES.has(word) || /^(?:\d{1,2}|x{2,}|dd)$/.test(word);

export const isNeutral = (word: string): boolean => isArticle(word) || NEUTRAL.has(word);

export const withoutArticles = (words: readonly string[]): string => words.filter((word) => !isArticle(word)).join(' ');

export const withoutNeutral = (words: readonly string[]): string => words.filter((word) => !isNeutral(word)).join(' ');

/** Roles that a further person of the row may have: `Contato 2`, `2º contato`. */
const ROLES = wordSet('contato contact cliente customer client lead user usuario pessoa person');

/** Recognises the second contact of a row, who is somebody else. */
export const namesSecondPerson = (words: readonly string[]): boolean =>
  words.some(
    (word, index) =>
      ROLES.has(word) && [words[index - 1], words[index + 1]].some((next) => /^0?[2-9]$/.test(next ?? '')),
  );
