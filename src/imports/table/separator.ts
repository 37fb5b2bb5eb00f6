import { setImmediate } from 'node:timers/promises';
import { type Options, parse } from 'csv-parse/sync';
import { headerIndex, isFilled, type NamesPhone } from './header-row';

/** What separates the cells of a row. */
export type Separator = '\t' | ';' | '|' | ',';

/** Of two that fit as well, the one that is rarer within a cell goes first. */
const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ','];

/** How every text with separators is read: a quote within a cell is a character. */
export const CSV: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
};

/** The separator is looked for in so much of a file, and in so many rows. */
const SAMPLE = 64 * 1024;
const ROWS = 25;

/** The first line of a file that says itself what separates its cells: spreadsheets do not show it. */
const SAYING = /^"?sep=([\t;|,])"?(?:\r\n|\n|\r|$)/i;

/** The separator that the first line of a text says, and where the rest of the text begins. */
export function saidSeparator(text: string): { readonly separator: Separator; readonly end: number } | undefined {
  const [line, separator] = SAYING.exec(text) ?? [];
  return line === undefined ? undefined : { separator: separator as Separator, end: line.length };
}

/**
 * The separator under which the header and the next rows have the same number of cells. Found by reading the beginning of the text with each one, as
 * a name in the header may have more of the others in it.
 */
export async function separatorOf(text: string, namesPhone: NamesPhone): Promise<Separator> {
  const sample = sampleOf(text);
  const found: { readonly separator: Separator; readonly fit: Fit }[] = [];
  for (const separator of SEPARATORS) {
    await setImmediate();
    found.push({ separator, fit: fitOf(rowsOf(sample, separator), namesPhone) });
  }
  return found.reduce((best, one) => (isBetter(one.fit, best.fit) ? one : best)).separator;
}

/** Whole lines, as far as there are any. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLE) return text;
  const part = text.slice(0, SAMPLE);
  const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r'));
  return end === -1 ? part : part.slice(0, end);
}

/** The first filled rows; those before a quote without end, if there is one. */
function rowsOf(sample: string, separator: Separator): readonly string[][] {
  const rows: string[][] = [];
  const take = (record: string[]): null => {
    if (record.some(isFilled)) rows.push(record);
    return null;
  };
  try {
    parse(sample, { ...CSV, delimiter: separator, to: 2 * ROWS, on_record: take });
  } catch {
    // Reading the whole file says where that quote is.
  }
  return rows.slice(0, ROWS);
}

/** How well a separator fits: from 0 to 1, and how many columns it makes. */
interface Fit {
  readonly share: number;
  readonly columns: number;
}

/** What a row counts that has fewer cells than the header, as some tools leave out the empty ones at the end, or more, as of a comma in a note. */
const NEARLY = 0.5;
const ONE_CELL = 0.25;
/** What a separator counts that the header does not have: a name with a separator would be in quotes. */
const ONE_COLUMN = 0.2;

function fitOf(rows: readonly string[][], namesPhone: NamesPhone): Fit {
  const at = headerIndex(rows, namesPhone);
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

/** Without the empty cells at its end. */
const widthOf = (row: readonly string[]): number => row.findLastIndex(isFilled) + 1;

const isBetter = (one: Fit, other: Fit): boolean =>
  one.share === other.share ? one.columns > other.columns : one.share > other.share;
