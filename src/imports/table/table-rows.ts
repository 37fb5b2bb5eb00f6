import type { Steps } from '../../common/in-slices';
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
  *add(number: number, record: readonly string[]): Steps<void> {
    // Empty lines at the end of a file are not rows, so a row with content follows.
    if (number > MAX_IMPORT_LINES) throw tooManyRows(`${written(MAX_IMPORT_LINES)} linhas, contando as vazias`, number);
    const last = record.findLastIndex(isFilled);
    if (last >= MAX_IMPORT_COLUMNS) throw tooManyColumns(number);
    // Drops empty cells after the last allowed column.
    const cells = record.length > MAX_IMPORT_COLUMNS ? record.slice(0, MAX_IMPORT_COLUMNS) : record;
    yield* refuseLongCell(number, cells);
    if (last === -1) return;
    if (this.header) return this.keep({ number, cells });
    this.head.push({ number, cells });
    if (this.head.length === HEADER_AMONG) yield* this.findHeader();
  }

  /** Adds rows in their order, as `add` does. */
  *addAll(rows: readonly TableRow[]): Steps<void> {
    for (const { number, cells } of rows) {
      yield* this.add(number, cells);
      yield;
    }
  }

  /** Returns the header and the rows below it. Throws 422 if there are none. */
  *done(): Steps<{ readonly header: readonly string[]; readonly rows: readonly TableRow[] }> {
    yield* this.findHeader();
    if (!this.header || this.rows.length === 0) throw invalidFile('o arquivo não tem linhas abaixo do cabeçalho');
    return { header: this.header, rows: this.rows };
  }

  private *findHeader(): Steps<void> {
    if (this.header || this.head.length === 0) return;
    const head = this.head.map(({ cells }) => cells);
    const at = yield* headerIndex(head, this.namesPhone);
    this.header = head[at];
    for (const row of this.head.slice(at + 1)) this.keep(row);
  }

  private keep(row: TableRow): void {
    this.rows.push(row);
    if (this.rows.length > MAX_IMPORT_ROWS)
      throw tooManyRows(`${written(MAX_IMPORT_ROWS)} linhas, sem contar o cabeçalho`, row.number);
  }
}

/** A code point has one or two units of `length`. */
function* refuseLongCell(number: number, cells: readonly string[]): Steps<void> {
  for (const [index, { length }] of cells.entries()) {
    if (length <= MAX_IMPORT_CELL) continue;
    if (length > 2 * MAX_IMPORT_CELL || codePoints(cells[index] ?? '') > MAX_IMPORT_CELL)
      throw tooLongCell(number, index + 1);
    yield;
  }
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
