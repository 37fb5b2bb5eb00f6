import { codePoints } from '../../common/text';
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS, MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '../../contract/limits';
import { invalidFile, written } from './invalid-file';
import { HEADER_AMONG, headerIndex, isFilled, type NamesPhone } from './header-row';

/** A row with its number in the spreadsheet, or the number of the card. */
export interface TableRow {
  readonly number: number;
  readonly cells: readonly string[];
}

export class TableRows {
  private readonly head: TableRow[] = [];
  private header: readonly string[] | undefined;
  private readonly rows: TableRow[] = [];

  constructor(private readonly namesPhone: NamesPhone) {}

  /** Adds the next row; an empty one only counts. Throws 422 at a limit. */
  add(number: number, record: readonly string[]): void {
    // Empty lines at the end of a file are not rows, so a row with content follows.
    if (number > MAX_IMPORT_LINES) throw tooManyRows(`${written(MAX_IMPORT_LINES)} linhas, contando as vazias`, number);
    const cells = allowedCells(number, record);
    if (!cells.some(isFilled)) return;
    if (this.header) return this.keep({ number, cells });
    this.head.push({ number, cells });
    if (this.head.length === HEADER_AMONG) this.findHeader();
  }

  /** Returns the header and the rows below it. Throws 422 if there are none. */
  done(): { readonly header: readonly string[]; readonly rows: readonly TableRow[] } {
    this.findHeader();
    if (!this.header || this.rows.length === 0) throw invalidFile('o arquivo não tem linhas abaixo do cabeçalho');
    return { header: this.header, rows: this.rows };
  }

  private findHeader(): void {
    if (this.header || this.head.length === 0) return;
    const at = headerIndex(
      this.head.map(({ cells }) => cells),
      this.namesPhone,
    );
    this.header = this.head[at]?.cells;
    for (const row of this.head.slice(at + 1)) this.keep(row);
  }

  private keep(row: TableRow): void {
    this.rows.push(row);
    if (this.rows.length > MAX_IMPORT_ROWS)
      throw tooManyRows(`${written(MAX_IMPORT_ROWS)} linhas, sem contar o cabeçalho`, row.number);
  }
}

/** Drops empty cells after the last allowed column. Throws 422 for more columns or characters. */
function allowedCells(number: number, record: readonly string[]): readonly string[] {
  if (record.findLastIndex(isFilled) >= MAX_IMPORT_COLUMNS) throw tooManyColumns(number);
  const cells = record.length > MAX_IMPORT_COLUMNS ? record.slice(0, MAX_IMPORT_COLUMNS) : record;
  const long = cells.findIndex(isTooLong);
  if (long !== -1) throw tooLongCell(number, long + 1);
  return cells;
}

const tooManyRows = (most: string, row: number) =>
  invalidFile(`o arquivo pode ter até ${most}; a linha ${row} passa do limite; divida o arquivo`);

const tooManyColumns = (row: number) =>
  invalidFile(
    `o arquivo pode ter até ${MAX_IMPORT_COLUMNS} colunas; a linha ${row}, coluna ${MAX_IMPORT_COLUMNS + 1}, passa do limite`,
  );

const tooLongCell = (row: number, column: number) =>
  invalidFile(
    `uma célula pode ter até ${written(MAX_IMPORT_CELL)} caracteres; a da linha ${row}, coluna ${column}, passa do limite`,
  );

/** A code point has one or two units of `length`. */
const isTooLong = (cell: string): boolean =>
  cell.length > MAX_IMPORT_CELL && (cell.length > 2 * MAX_IMPORT_CELL || codePoints(cell) > MAX_IMPORT_CELL);
