import { guarded } from './formula-guard';

/** Content type of the service's files, which spreadsheets in Brazil open by a click. */
export const CSV_TYPE = 'text/csv; charset=utf-8';
/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const CSV_BEGINNING = '\ufeff';
export const CSV_SEPARATOR = ';';
export const CSV_LINE_END = '\r\n';

/** Every character that a program may use as separator. */
const NEEDS_QUOTES = /[",;|\t\r\n]/;

/** Writes one line of a CSV file, its end included. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  cells.map((cell) => csvCell(cell ?? '')).join(CSV_SEPARATOR) + CSV_LINE_END;

/** Writes a cell of a CSV file; nothing in it begins a formula, whatever the separator. */
export function csvCell(value: string): string {
  const text = guarded(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
