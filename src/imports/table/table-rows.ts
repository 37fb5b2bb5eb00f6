import type { Steps } from '../../common/in-slices';
import { codePoints } from '../../common/text';
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS, MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '../../contract/limits';
import { ApiError } from '../../common/api-error';

export const invalidFile = (message: string): ApiError => ApiError.invalid([{ field: 'body', message }]);

/** Writes a number for people: 20.000. */
const written = (number: number): string => number.toLocaleString('pt-BR');

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

/** Returns whether a cell names a phone column. */
export type NamesPhone = (cell: string) => boolean;

/** The filled rows to search for the header, so that title rows are skipped. */
export const HEADER_AMONG = 10;

/**
 * Finds the header among the first filled rows: the first one that names a phone column, or else the first row. Rows with several
 * names precede a lone title such as "Lista de telefones". A later row with an address or an eight-digit number is a person whose
 * note mentions a phone. Rows below people with as many cells do not count either, or those people would be lost as titles.
 */
export function* headerIndex(rows: readonly (readonly string[])[], namesPhone: NamesPhone): Steps<number> {
  const named: { readonly cells: readonly string[]; readonly index: number }[] = [];
  /** The most filled cells of a person above: a header has more. */
  let people = 0;
  for (const [index, cells] of rows.slice(0, HEADER_AMONG).entries()) {
    const filled = cells.filter(isFilled).length;
    if (yield* anyOf(cells, namesPhone)) {
      if (index === 0 || (filled > people && !(yield* anyOf(cells, isOfPerson)))) named.push({ cells, index });
    }
    if (cells.some(isContact)) people = Math.max(people, filled);
  }
  const header = named.find(({ cells }) => cells.filter(isFilled).length > 1) ?? named[0];
  return header?.index ?? 0;
}

export const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Looks at one cell in a step. */
export function* anyOf(cells: readonly string[], isOne: (cell: string) => boolean): Steps<boolean> {
  for (const cell of cells) {
    if (isOne(cell)) return true;
    yield;
  }
  return false;
}

const DAY = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}$/;

/** Recognises an address, or a number that may be a phone and is not a day. */
function isContact(cell: string): boolean {
  const text = cell.slice(0, 100).trim();
  if (text.includes('@') && !/\s/.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return /^[+()\d ./-]+$/.test(text) && digits >= 8 && digits <= 13 && !DAY.test(text);
}

const isOfPerson = (cell: string): boolean => cell.includes('@') || (cell.match(/\d/g)?.length ?? 0) >= 8;
