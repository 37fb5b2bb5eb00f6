/** Control characters (C0, DEL, C1) and lone surrogates, which no text may contain. */
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;
const FORBIDDEN_BUT_LINE_BREAKS = /(?![\r\n])[\p{Cc}\p{Cs}]/u;

/** Whether the text has no control character and no lone surrogate; line breaks only where allowed. */
export const isCleanText = (text: string, lineBreaks = false): boolean =>
  !(lineBreaks ? FORBIDDEN_BUT_LINE_BREAKS : FORBIDDEN).test(text);

/** Counts code points, like PostgreSQL's char_length. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns at most `max` code points from the beginning of a text, in time that does not grow with the text. */
export function firstCodePoints(text: string, max: number): string {
  let count = 0;
  let end = 0;
  for (const character of text) {
    if (count++ === max) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Comparison form of e-mails and tags, stored with the text; SQL's lower() depends on the database's locale. */
export const comparisonKey = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** Invisible marks: direction, joining, byte order, soft hyphens, variation selectors. Chats add them to copies. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** Hyphens and dashes: U+2010 to U+2015, the minus sign, the small and the full-width hyphen. */
const HYPHENS = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;

export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** The words of a text for a search: letters and digits, without accents and capitals. */
export const wordsIn = (text: string): string[] =>
  withoutInvisible(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '');

/** A bound after every text with this beginning, compared as bytes. */
export const endOf = (beginning: string): string => `${beginning}\u{10ffff}`;

/** Replaces every Unicode space with a plain one. */
export const withPlainSpaces = (text: string): string => text.replace(/\p{Zs}/gu, ' ');

/** Normalizes a short text, such as a phone: no invisible marks, plain spaces and hyphens, trimmed ends. */
export const typedText = (text: string): string => withPlainSpaces(withoutInvisible(text).trim()).replace(HYPHENS, '-');
