/** A cell that a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\r\n]/;

/**
 * One line of a CSV file, its end included. A cell that a spreadsheet would run begins with `'`. Spreadsheets in Brazil expect semicolons
 * between the cells of a file that is opened by a click.
 */
export const csvLine = (cells: readonly (string | null)[], separator: ',' | ';' = ','): string =>
  `${cells.map((cell) => cellOf(cell ?? '')).join(separator)}\r\n`;

function cellOf(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
