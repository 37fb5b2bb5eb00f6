import type { Steps } from '../../common/in-slices';
import { type TableRow, TableRows, type NamesPhone, headerIndex, isFilled, invalidFile } from './table-rows';
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS } from '../../contract/limits';

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

interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly delimiter: Separator | null;
}

/**
 * Reads text as spreadsheets and tools write it: any line ends, cells in quotes, title rows above the header. Throws 422 for an
 * unclosed quote, and above the limits of a file.
 */
export function* csvTable(text: string, namesPhone: NamesPhone): Steps<CsvTable> {
  const declared = declaredSeparator(text);
  const content = declared ? text.slice(declared.end) : text;
  const delimiter = declared?.separator ?? (yield* separatorOf(content, namesPhone));
  const rows = new TableRows(namesPhone);
  let number = 0;
  for (const row of csvRows(content, delimiter)) {
    if (row) yield* rows.add(++number, row);
    yield;
  }
  const { header, rows: below } = yield* rows.done();
  return { header, rows: below, delimiter: header.length > 1 ? delimiter : null };
}

/** Characters that are looked at in a step. */
const LOOKED_AT = 16 * 1024;

/** Removes the empty lines and zeros that spreadsheets and old tools leave at the end, but not the end of the last line with content. */
export function* withoutEmptyEnd(text: string): Steps<string> {
  let kept = text.length;
  for (let end = text.length; EMPTY.has(text.charCodeAt(end - 1)); end--) {
    if (LINE_END.has(text.charCodeAt(end - 1))) kept = end - 1;
    if (end % LOOKED_AT === 0) yield;
  }
  return text.slice(0, kept);
}

const unitsOf = (characters: string): ReadonlySet<number> => new Set(Buffer.from(characters));

const LINE_END = unitsOf('\r\n\0');
const EMPTY = unitsOf('\r\n\0,;|\t ');

/** In order of preference for equal fits: those rarer within cells come first. */
const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ','];

/** The characters and rows to search for the separator. */
const SAMPLE = 64 * 1024;
const ROWS = 25;

/** A first line that names the separator; spreadsheets do not show it. */
const SAYING = /^"?sep=([\t;|,])"?(?:\r\n|\n|\r|$)/i;

export function declaredSeparator(text: string): { readonly separator: Separator; readonly end: number } | undefined {
  const [line, separator] = SAYING.exec(text) ?? [];
  return line === undefined ? undefined : { separator: separator as Separator, end: line.length };
}

/** Gives header and next rows the same number of cells. Tries each separator, as a name in the header may contain the others. */
export function* separatorOf(text: string, namesPhone: NamesPhone): Steps<Separator> {
  const sample = sampleOf(text);
  const found: { readonly separator: Separator; readonly fit: Fit }[] = [];
  for (const separator of SEPARATORS) {
    const rows = yield* rowsOf(sample, separator);
    found.push({ separator, fit: fitOf(rows, yield* headerIndex(rows, namesPhone)) });
  }
  return found.reduce((best, one) => (isBetter(one.fit, best.fit) ? one : best)).separator;
}

function sampleOf(text: string): string {
  if (text.length <= SAMPLE) return text;
  const part = text.slice(0, SAMPLE);
  const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r'));
  return end === -1 ? part : part.slice(0, end);
}

function* rowsOf(sample: string, separator: Separator): Steps<readonly string[][]> {
  const rows: string[][] = [];
  let read = 0;
  try {
    for (const row of csvRows(sample, separator)) {
      if (row?.some(isFilled)) rows.push(row);
      if (row && ++read === 2 * ROWS) break;
      yield;
    }
  } catch {
    // Reading the whole file will report that quote.
  }
  return rows.slice(0, ROWS);
}

/** How well a separator fits (0 to 1), and its number of columns. */
interface Fit {
  readonly share: number;
  readonly columns: number;
}

/** The weight of a row with fewer cells than the header (omitted empty ones) or more (a comma in a note). */
const NEARLY = 0.5;
const ONE_CELL = 0.25;
/** The weight of a separator missing in the header: a name with a separator would be in quotes. */
const ONE_COLUMN = 0.2;

function fitOf(rows: readonly string[][], at: number): Fit {
  const columns = rows[at]?.length ?? 0;
  const below = rows.slice(at + 1);
  const counts = below.map((row): number => {
    if (row.length === columns || widthOf(row) === columns) return 1;
    if (columns === 1) return 0;
    return row.length > 1 ? NEARLY : ONE_CELL;
  });
  const share = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  return { share: columns > 1 ? (counts.length > 0 ? share : 1) : share * ONE_COLUMN, columns };
}

const widthOf = (row: readonly string[]): number => row.findLastIndex(isFilled) + 1;

const isBetter = (one: Fit, other: Fit): boolean =>
  one.share > other.share || (one.share === other.share && one.columns > other.columns);
