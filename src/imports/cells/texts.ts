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
