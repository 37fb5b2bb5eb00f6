import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { ApiError } from '../common/api-error';
import { codePoints } from '../common/text';
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS, MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '../contract/limits';

/** A row of a spreadsheet, with its number in the spreadsheet: the header is row 1. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** A CSV file: the names in its first row, and the rows that are not empty. */
interface CsvFile {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

const SLICE = 16 * 1024;
/** The header is looked for in this many bytes. */
const HEADER = 64 * 1024;

/**
 * Reads a CSV file as spreadsheets write it: separated by comma, semicolon or tab, lines ended by LF or CRLF, in UTF-8 with or
 * without BOM, or in Windows-1252, which Excel writes in Brazil. Throws 422 on the field `body` for other content, and for more
 * rows, columns or characters of a cell than a file may have.
 * Given up, with the signal's reason, when `leaving` is aborted.
 */
export async function readCsvFile(bytes: Buffer, leaving?: AbortSignal): Promise<CsvFile> {
  // Text has no zero bytes. A workbook or UTF-16 does.
  if (bytes.includes(0)) throw invalidFile('não é um arquivo CSV; salve a planilha como CSV UTF-8');
  const rows: CsvRow[] = [];
  let header: string[] | undefined;
  let number = 0;
  const take = (record: string[]): null => {
    number++;
    const filled = record.findLastIndex(isFilled) + 1;
    if (filled > MAX_IMPORT_COLUMNS) throw tooManyColumns(number);
    // Spreadsheets write empty cells after the last column.
    const cells = record.length > MAX_IMPORT_COLUMNS ? record.slice(0, MAX_IMPORT_COLUMNS) : record;
    const long = cells.findIndex(isTooLong);
    if (long !== -1) throw tooLongCell(number, long + 1);
    if (!header) header = cells;
    else if (filled > 0) rows.push({ number, cells });
    if (rows.length > MAX_IMPORT_ROWS)
      throw tooManyRows(`${written(MAX_IMPORT_ROWS)} linhas, sem contar o cabeçalho`, number);
    if (number > MAX_IMPORT_LINES) throw tooManyRows(`${written(MAX_IMPORT_LINES)} linhas, contando as vazias`, number);
    return null;
  };
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(bytes),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // So the stream returns no rows: reading rows from it takes time that grows with the square of their number.
    on_record: take,
  });
  try {
    await pipeline(Readable.from(slicesOf(withoutEmptyEnd(bytes), isUtf8(bytes))), parser.resume(), {
      signal: leaving,
    });
  } catch (error) {
    leaving?.throwIfAborted();
    if (error instanceof CsvError) throw invalidFile(`o arquivo tem aspas fora do lugar perto da linha ${number + 1}`);
    throw error;
  }
  if (!header || rows.length === 0) throw invalidFile('o arquivo não tem linhas abaixo do cabeçalho');
  return { header, rows };
}

/** 422 for a file that cannot be imported at all. */
export const invalidFile = (message: string): ApiError => ApiError.invalid([{ field: 'body', message }]);

/** A number as people write it: 20.000. */
const written = (number: number): string => number.toLocaleString('pt-BR');

const tooManyRows = (most: string, row: number): ApiError =>
  invalidFile(`o arquivo pode ter até ${most}; a linha ${row} passa do limite; divida o arquivo`);

const tooManyColumns = (row: number): ApiError =>
  invalidFile(
    `o arquivo pode ter até ${MAX_IMPORT_COLUMNS} colunas; a linha ${row}, coluna ${MAX_IMPORT_COLUMNS + 1}, passa do limite`,
  );

const tooLongCell = (row: number, column: number): ApiError =>
  invalidFile(
    `uma célula pode ter até ${written(MAX_IMPORT_CELL)} caracteres; a da linha ${row}, coluna ${column}, passa do limite`,
  );

const isFilled = (cell: string): boolean => cell !== '' && cell.trim() !== '';

/** A code point has one or two units of `length`. */
const isTooLong = (cell: string): boolean =>
  cell.length > MAX_IMPORT_CELL && (cell.length > 2 * MAX_IMPORT_CELL || codePoints(cell) > MAX_IMPORT_CELL);

/** The characters of Windows-1252 at 0x80 to 0x9F; all others are as in Latin-1. */
const OWN_OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const UNITS = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte <= 0x9f ? OWN_OF_WINDOWS.charCodeAt(byte - 0x80) : byte,
);

/** With a table, because TextDecoder reads windows-1252 as Latin-1 in Node.js 20.19, 22.13 and later. */
const windows1252 = (bytes: Buffer): string =>
  Buffer.from(Uint16Array.from(bytes, (byte) => UNITS[byte] ?? 0).buffer).toString('utf16le');

/** The separator that is most frequent in the header: no column has one in its name. */
function delimiterOf(text: Buffer): string {
  const [header] = text
    .subarray(0, HEADER)
    .toString()
    .split(/[\r\n]/, 1) as [string];
  const count = (separator: string): number => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The file without the empty lines at its end: spreadsheets leave many. */
function withoutEmptyEnd(text: Buffer): Buffer {
  let end = text.length;
  while (EMPTY[text[end - 1] ?? 0]) end--;
  // The last line with content stays as it is.
  while (end < text.length && text[end] !== CR && text[end] !== LF) end++;
  return text.subarray(0, end);
}

const CR = 0x0d;
const LF = 0x0a;
/** For each byte, whether it may be all that a line has: a table, as most of a file may be such bytes. */
const EMPTY = Uint8Array.from({ length: 256 }, (_, byte) => Number([CR, LF, ...Buffer.from(',;\t ')].includes(byte)));

/** The file in UTF-8. Requests are served between the slices. */
async function* slicesOf(bytes: Buffer, utf8: boolean): AsyncGenerator<Buffer> {
  for (let rest = bytes; rest.length > 0; rest = rest.subarray(SLICE)) {
    const slice = rest.subarray(0, SLICE);
    yield utf8 ? slice : Buffer.from(windows1252(slice));
    await setImmediate();
  }
}
