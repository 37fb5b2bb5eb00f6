/** A cell that a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\r\n]/;

/** One line of a CSV file, its end included. A cell that a spreadsheet would run begins with `'`. */
export const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => cellOf(cell ?? '')).join()}\r\n`;

function cellOf(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
