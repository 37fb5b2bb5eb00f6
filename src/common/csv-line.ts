import { guarded } from './formula-guard';

/** What the files of the service are: as spreadsheets in Brazil open them by a click. */
export const CSV_TYPE = 'text/csv; charset=utf-8';
/** The beginning of a file, so that spreadsheets read it as UTF-8. */
export const CSV_BEGINNING = '\ufeff';
export const CSV_SEPARATOR = ';';
export const CSV_LINE_END = '\r\n';

/** Whatever a program takes for a separator. */
const NEEDS_QUOTES = /[",;|\t\r\n]/;

/** One line of a CSV file, its end included. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  cells.map((cell) => csvCell(cell ?? '')).join(CSV_SEPARATOR) + CSV_LINE_END;

/** A cell of a CSV file. Nothing in it begins a formula, whatever separator it is read with. */
export function csvCell(value: string): string {
  const text = guarded(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
