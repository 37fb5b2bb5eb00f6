import type { Steps } from '../../common/in-slices';
import { csvRows, type Separator } from './csv-rows';
import { headerIndex, isFilled, type NamesPhone } from './header-row';

/** In order of preference for equal fits: those rarer within cells come first. */
const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ','];

/** The characters and rows to search for the separator. */
const SAMPLE = 64 * 1024;
const ROWS = 25;

/** A first line that names the separator; spreadsheets do not show it. */
const SAYING = /^"?sep=([\t;|,])"?(?:\r\n|\n|\r|$)/i;

export function saidSeparator(text: string): { readonly separator: Separator; readonly end: number } | undefined {
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
