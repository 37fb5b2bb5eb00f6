import { csvLine } from '../common/csv-line';
import { columnWord, REASON_HEADER } from '../contract/import-columns';
import type { CsvRow } from './csv-file';
import type { RefusedRow } from './import.view';
import { letters } from './plain-text';

/** So spreadsheets read the file as UTF-8. */
const BOM = '\uFEFF';

/**
 * The refused rows of a file as a file of its own: the columns as they were, and the reasons. When it is corrected, it can be imported
 * as it is.
 */
export function* refusedFile(
  header: readonly string[],
  rows: readonly CsvRow[],
  refused: readonly RefusedRow[],
): Generator<string> {
  const reasons = new Map(refused.map(({ number, fields }) => [number, reasonOf(fields ?? [])]));
  // A file that was corrected before has reasons of its own.
  const kept = header.flatMap((name, index) => (letters(name) === REASON_HEADER ? [] : [index]));
  const line = (cells: readonly string[], last: string): string =>
    csvLine([...kept.map((index) => cells[index] ?? ''), ...cells.slice(header.length), last], ';');
  yield BOM + line(header, REASON_HEADER);
  for (const { number, cells } of rows) {
    const reason = reasons.get(number);
    if (reason !== undefined) yield line(cells, reason);
  }
}

const reasonOf = (fields: NonNullable<RefusedRow['fields']>): string =>
  fields.map(({ field, message }) => `${columnWord(field)}: ${message}`).join('; ');
