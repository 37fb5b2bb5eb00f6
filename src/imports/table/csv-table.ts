import type { Steps } from '../../common/in-slices';
import { csvRows, type Separator } from './csv-rows';
import type { NamesPhone } from './header-row';
import { saidSeparator, separatorOf } from './separator';
import { type TableRow, TableRows } from './table-rows';

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
  const said = saidSeparator(text);
  const content = said ? text.slice(said.end) : text;
  const delimiter = said?.separator ?? (yield* separatorOf(content, namesPhone));
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
const STEP = 16 * 1024;

/** Removes the empty lines and zeros that spreadsheets and old tools leave at the end, but not the end of the last line with content. */
export function* withoutEmptyEnd(text: string): Steps<string> {
  let kept = text.length;
  for (let end = text.length; EMPTY.has(text.charCodeAt(end - 1)); end--) {
    if (LINE_END.has(text.charCodeAt(end - 1))) kept = end - 1;
    if (end % STEP === 0) yield;
  }
  return text.slice(0, kept);
}

const unitsOf = (characters: string): ReadonlySet<number> => new Set(Buffer.from(characters));

const LINE_END = unitsOf('\r\n\0');
const EMPTY = unitsOf('\r\n\0,;|\t ');
