import { codePoints } from '../../common/text';

/** Control characters but line breaks, and surrogates without a partner. */
const FORBIDDEN = /(?![\r\n])[\p{Cc}\p{Cs}]/gu;

/** The text of a cell without the `'` that keeps a spreadsheet from running it. */
export const withoutQuote = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** The text without characters that no text of a lead may have; on one line, unless it may have several. */
export function cleanText(cell: string, lineBreaks = false): string {
  const text = cell.replace(FORBIDDEN, ' ').trim();
  return lineBreaks ? text : text.replace(/[\r\n]+ */g, ' ');
}

/** The beginning of a text, of at most so many code points. */
export const cutText = (text: string, max: number): string =>
  text.length <= max || codePoints(text) <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('').trimEnd();

/** So many words of a cell are looked at: no person has more addresses. */
const MOST_PARTS = 100;

/** The addresses of a cell: alone, after `mailto:`, with a name as in `Ana <ana@example.com>`, or several. */
export const addressesIn = (cell: string): string[] =>
  cell
    .split(/[;,|\s<>]+/, MOST_PARTS)
    .map((part) => part.replace(/^mailto:/i, ''))
    .filter((part) => part.includes('@'));
