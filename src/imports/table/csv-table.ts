import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { invalidFile } from './invalid-file';
import type { NamesPhone } from './header-row';
import { CSV, saidSeparator, type Separator, separatorOf } from './separator';
import { type TableRow, TableRows } from './table-rows';

interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly TableRow[];
  readonly delimiter: Separator | null;
}

const SLICE = 16 * 1024;

/**
 * Reads text as spreadsheets and tools write it: any line ends, cells in quotes, title rows above the header. Throws 422 for an
 * unclosed quote, and above the limits of a file. `leaving` as in `readTable`.
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
  // With `on_record` the stream returns no rows: reading them from it takes quadratic time.
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

/** Removes the empty lines and zeros that spreadsheets and old tools leave at the end. */
export function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (EMPTY.has(text.charAt(end - 1))) end--;
  // Keep the last line with content unchanged.
  const rest = text.slice(end).search(/[\r\n\0]/);
  return rest === -1 ? text : text.slice(0, end + rest);
}

const EMPTY: ReadonlySet<string> = new Set('\r\n\0,;|\t ');

/** Slices the text in UTF-8 without splitting a character. */
async function* slicesOf(text: string): AsyncGenerator<Buffer> {
  let rest = text;
  while (rest !== '') {
    let end = SLICE;
    // Stryker disable next-line UpdateOperator: an end before the character does not split it either.
    if (isFirstHalf(rest.charCodeAt(end - 1))) end++;
    yield Buffer.from(rest.slice(0, end));
    rest = rest.slice(end);
    await setImmediate();
  }
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
