/** Possible separators of cells or rows; a further cell may begin after one. */
const BEGINS_CELL = ';,|\\t\\n\\r\\v\\f\\u0085\\u2028\\u2029';

/** Characters that programs drop at the beginning of a cell: quotes, spaces and invisible marks. */
const DROPPED = '" \\u00a0\\u061c\\u1680\\u180e\\u2000-\\u200f\\u202a-\\u202f\\u205f-\\u2069\\u3000\\ufeff\\u00ad';

/** Characters that begin a formula, also full-width and small forms, or hide one from filters. */
const RUNS = '(?:[=+\\-@\\u2212\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b\\t]|\\r(?!\\n))';

/** Place before a sign that would run, after existing guards. */
const UNGUARDED = new RegExp(`(?<=^|[${BEGINS_CELL}])[${DROPPED}]*'*(?=${RUNS})`, 'g');
const GUARDED = new RegExp(`((?<=^|[${BEGINS_CELL}])[${DROPPED}]*'*)'(?=${RUNS})`, 'g');

/** Puts `'` before each sign that may begin a formula, in any cell or line. `withoutGuards` is its exact inverse. */
export const withGuards = (text: string): string => text.replace(UNGUARDED, `$&'`);

/** Removes the guards that `guarded` added. */
export const withoutGuards = (text: string): string => text.replace(GUARDED, '$1');

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
  const text = withGuards(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
