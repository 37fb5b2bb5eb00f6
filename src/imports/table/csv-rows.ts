import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS } from '../../contract/limits';
import { isFilled } from './header-row';
import { invalidFile } from './invalid-file';

export type Separator = '\t' | ';' | '|' | ',';

/** Characters read of a cell: a longer one has more than `MAX_IMPORT_CELL` code points. */
const LONGEST = 2 * MAX_IMPORT_CELL;
/** Cells, or quotes of one cell, that are read in a step. */
const STEP = 250;

const QUOTE = '"';

/**
 * Yields the rows of a text, and null between steps of a long one. Lines end with CRLF, LF or CR. A quote opens a cell at its beginning
 * only; where more text follows the closing quote, both are text, as in `"Zé" da Silva`. So that a row is small before a limit refuses
 * it, a cell beyond the limit is cut and ends with `…`, and of the cells after the last allowed column only the first filled one is
 * kept. Throws 422 for an unclosed quote.
 */
export function* csvRows(text: string, separator: Separator): Generator<string[] | null, void> {
  const ends = new RegExp(`[${separator}\r\n]`, 'g');
  const endFrom = (at: number): number => {
    ends.lastIndex = at;
    return ends.test(text) ? ends.lastIndex - 1 : text.length;
  };
  let at = 0;
  for (let number = 1; at < text.length; number++) {
    const row: string[] = [];
    for (let count = 1, isLast = false; !isLast; count++) {
      const closed = text[at] === QUOTE ? yield* closingQuote(text, at) : undefined;
      if (closed === -1) throw invalidFile(`a linha ${number} abre aspas que não se fecham; feche-as ou tire-as`);
      const end = endFrom(closed === undefined ? at : closed + 1);
      const cell = closed === undefined ? cut(text, at, end) : quotedCell(text, at, closed, end);
      if (row.length < MAX_IMPORT_COLUMNS || (row.length === MAX_IMPORT_COLUMNS && isFilled(cell))) row.push(cell);
      isLast = text[end] !== separator;
      at = end + (text.startsWith('\r\n', end) ? 2 : 1);
      if (count % STEP === 0) yield null;
    }
    yield row;
  }
}

/** Skips doubled quotes; -1 if the cell has no end. */
function* closingQuote(text: string, opening: number): Generator<null, number> {
  let at = text.indexOf(QUOTE, opening + 1);
  for (let quotes = 1; at !== -1 && text[at + 1] === QUOTE; quotes++) {
    at = text.indexOf(QUOTE, at + 2);
    if (quotes % STEP === 0) yield null;
  }
  return at;
}

function quotedCell(text: string, at: number, closed: number, end: number): string {
  // Two quotes are one character of the cell, so half of the text may go. Replacing would make text of thousands of parts.
  const content = cut(text, at + 1, closed, 2 * LONGEST)
    .split('""')
    .join(QUOTE);
  const cell = closed + 1 === end ? content : QUOTE + content + cut(text, closed, end);
  return cut(cell, 0, cell.length);
}

const cut = (text: string, from: number, to: number, longest = LONGEST): string =>
  to - from > longest ? `${text.slice(from, from + longest)}…` : text.slice(from, to);
