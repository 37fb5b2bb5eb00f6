/** Describes the format of exported files, for the reference. */
export const CSV_DIALECT =
  'The file opens by a click in spreadsheets of Brazil: UTF-8 with a byte order mark, `;` between the cells, Portuguese headers, moments ' +
  "as `dd/mm/aaaa hh:mm` of Brasília. Nothing in it runs, whatever separator it is read with: `'` is before each `=`, `+`, `-` and `@` that " +
  'begins a cell, or follows a separator or a line break within one.';
