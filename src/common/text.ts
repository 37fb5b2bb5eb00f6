/** Control characters (C0, DEL, C1) and surrogates without a partner: no text of ours holds them. */
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;
const FORBIDDEN_BUT_LINE_BREAKS = /(?![\r\n])[\p{Cc}\p{Cs}]/u;

/** Whether the text has no control character and no lone surrogate; line breaks only where they are allowed. */
export const isCleanText = (text: string, lineBreaks = false): boolean =>
  !(lineBreaks ? FORBIDDEN_BUT_LINE_BREAKS : FORBIDDEN).test(text);

/** The length in code points, which is how PostgreSQL's char_length counts. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * The form in which e-mails and tags are compared. Made here and stored with the text, never by SQL: lower() depends on
 * the database's locale.
 */
export const comparisonKey = (text: string): string => text.trim().normalize('NFC').toLowerCase();
