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
