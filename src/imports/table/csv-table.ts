import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { invalidFile } from './file-refusal';
import type { NamesPhone } from './header-row';
import { CSV, saidSeparator, type Separator, separatorOf } from './separator';
import { type TableRow, TableRows } from './table-rows';

/** The rows of a text with separators. */
interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  /** Null for a single column. */
  readonly delimiter: Separator | null;
}

const SLICE = 16 * 1024;

/**
 * Reads a text as spreadsheets and tools write it: lines that end in any way, cells in quotes, title rows above the header. Requests are served
 * between the slices. Throws 422 for a quote without end, and for more than a file may have. Given up, with the signal's reason, when `leaving`
 * is aborted.
 */
export async function csvTable(text: string, namesPhone: NamesPhone, leaving?: AbortSignal): Promise<CsvTable> {
  const said = saidSeparator(text);
  const content = said ? text.slice(said.end) : text;
  const delimiter = said?.separator ?? (await separatorOf(content, namesPhone));
  const rows = new TableRows(namesPhone);
  let number = 0;
  const take = (record: string[]): null => {
    rows.add(++number, record);
    return null;
  };
  // With `on_record` the stream returns no rows: reading rows from it takes time that grows with the square of their number.
  const parser = parse({ ...CSV, delimiter, on_record: take });
  try {
    await pipeline(Readable.from(slicesOf(content)), parser.resume(), { signal: leaving });
  } catch (error) {
    leaving?.throwIfAborted();
    if (error instanceof CsvError) {
      throw invalidFile(`a linha ${number + 1} abre aspas que não se fecham; feche-as ou tire-as`);
    }
    throw error;
  }
  const { header, rows: below } = rows.done();
  return { header, rows: below, delimiter: header.length > 1 ? delimiter : null };
}

/** The text without the empty lines and the zeros at its end: spreadsheets and old tools leave many. */
export function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && EMPTY.has(text.charCodeAt(end - 1))) end--;
  // The last line with content stays as it is.
  while (end < text.length && !ENDING.has(text.charCodeAt(end))) end++;
  return text.slice(0, end);
}

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, (character) => character.charCodeAt(0)));

const ENDING = codesOf('\r\n\0');
/** All that an empty line may have. */
const EMPTY = codesOf('\r\n\0,;|\t ');

/** The text in UTF-8, without a character in two slices. */
async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0, end: number; at < text.length; at = end) {
    end = at + SLICE;
    if (isFirstHalf(text.charCodeAt(end - 1))) end++;
    yield Buffer.from(text.slice(at, end));
    await setImmediate();
  }
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
