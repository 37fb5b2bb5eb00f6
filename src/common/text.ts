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
