import { firstCodePoints } from '../../common/text';

/** Control characters except line breaks, and lone surrogates. */
const FORBIDDEN = /(?![\r\n])[\p{Cc}\p{Cs}]/gu;

/** Removes the `'` that keeps a spreadsheet from running the cell. */
export const withoutQuote = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** Removes characters that no text of a lead may have; joins lines unless `lineBreaks`. */
export function cleanText(cell: string, lineBreaks = false): string {
  const text = cell.replace(FORBIDDEN, ' ').trim();
  return lineBreaks ? text : text.replace(/[\r\n]+ */g, ' ');
}

export function cutText(text: string, max: number): string {
  const cut = firstCodePoints(text, max);
  return cut === text ? text : cut.trimEnd();
}

const MOST_PARTS = 100;

/** Finds the addresses of a cell: alone, after `mailto:`, with a name as in `Ana <ana@example.com>`, or several. */
export const addressesIn = (cell: string): string[] =>
  cell
    .split(/[;,|\s<>]+/, MOST_PARTS)
    .map((part) => part.replace(/^mailto:/i, ''))
    .filter((part) => part.includes('@'));

/** The longest text to normalise: ordering combining marks takes time that grows with the square of their number. */
const LONGEST_PLAIN = 500;

/** Removes accents, capitals and extra spaces, to compare what people write. A long text is not a name and stays. */
export const plainText = (text: string): string =>
  text.length > LONGEST_PLAIN
    ? text
    : text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s/).filter(Boolean).join(' ');

/** Like `plainText`, with letters and digits only: `E-mail` becomes `email`, `utm_source` `utmsource`. */
export const letters = (text: string): string => plainText(text).replace(/[^a-z0-9]/g, '');

const QUOTE = '"';
const GOOGLE_SEPARATOR = ' ::: ';
const SEPARATORS = ';|,\n\r';

/**
 * Reads the tags of a cell, separated by `;`, `|`, `,` or ` ::: `. Quotes keep separators: `"São Paulo, SP", vip` is two tags.
 * Google's own groups such as `* myContacts` are skipped; they are never quoted.
 */
export function tagsIn(text: string): string[] {
  const tags: string[] = [];
  let tag = '';
  let isQuoted = false;
  let wasQuoted = false;
  const take = (): void => {
    const text = tag.trim();
    if (text !== '' && (wasQuoted || !text.startsWith('* '))) tags.push(text);
    tag = '';
    wasQuoted = false;
  };
  // Stryker disable next-line EqualityOperator: after the last character there is only an empty one, which adds no tag.
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (!isQuoted && text.startsWith(GOOGLE_SEPARATOR, at)) {
      take();
      at += GOOGLE_SEPARATOR.length - 1;
    } else if (character === QUOTE && isQuoted && text[at + 1] === QUOTE) {
      tag += QUOTE;
      at++;
    } else if (character === QUOTE && (isQuoted ? endsTag(text, at + 1) : tag.trim() === '' && isClosed(text, at))) {
      isQuoted = !isQuoted;
      wasQuoted = true;
    } else if (!isQuoted && SEPARATORS.includes(character)) take();
    else tag += character;
  }
  take();
  return tags;
}

export const tagsCell = (tags: readonly string[]): string =>
  tags.map((tag) => (NEEDS_QUOTES.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');

/** Also matches a tag that begins or ends like Google's separator: a blank is put next to it. */
const NEEDS_QUOTES = /[;|,"]|:::|^\* /;

/** Returns whether a tag ends here, ignoring blanks. */
const endsTag = (text: string, at: number): boolean => /^ *(?:[;|,\n\r]|:::|$)/.test(text.slice(at, at + 60));

const isClosed = (text: string, at: number): boolean => text.indexOf(QUOTE, at + 1) !== -1;
