import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { ApiError } from '../common/api-error';
import { MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '../contract/limits';

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
 * without BOM, or in Windows-1252, which Excel writes in Brazil. Throws 422 on the field `body` for other content.
 */
export async function readCsvFile(bytes: Buffer): Promise<CsvFile> {
  // Text has no zero bytes. A workbook or UTF-16 does.
  if (bytes.includes(0)) throw invalidFile('não é um arquivo CSV; salve a planilha como CSV UTF-8');
  const utf8 = isUtf8(bytes) ? bytes : Buffer.from(windows1252(bytes));
  const rows: CsvRow[] = [];
  let header: string[] | undefined;
  let number = 0;
  const take = (cells: string[]): null => {
    number++;
    if (!header) header = cells;
    else if (cells.some((cell) => cell.trim() !== '')) rows.push({ number, cells });
    if (rows.length > MAX_IMPORT_ROWS || number > MAX_IMPORT_LINES) {
      throw invalidFile(`o arquivo pode ter até ${MAX_IMPORT_ROWS} linhas`);
    }
    return null;
  };
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(utf8),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // So the stream returns no rows: reading rows from it takes time that grows with the square of their number.
    on_record: take,
  });
  try {
    await pipeline(Readable.from(slicesOf(withoutEmptyEnd(utf8))), parser.resume());
  } catch (error) {
    if (error instanceof CsvError) throw invalidFile(`o arquivo tem aspas fora do lugar perto da linha ${number + 1}`);
    throw error;
  }
  if (!header || rows.length === 0) throw invalidFile('o arquivo não tem linhas abaixo do cabeçalho');
  return { header, rows };
}

/** 422 for a file that cannot be imported at all. */
export const invalidFile = (message: string): ApiError => ApiError.invalid([{ field: 'body', message }]);

/** The characters of Windows-1252 at 0x80 to 0x9F; all others are as in Latin-1. */
const OWN_OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** With a table, because TextDecoder reads windows-1252 as Latin-1 in Node.js 20.19, 22.13 and later. */
const windows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (sign) => OWN_OF_WINDOWS.charAt(sign.charCodeAt(0) - 0x80));

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
  while (EMPTY.includes(text[end - 1] ?? 0)) end--;
  // The last line with content stays as it is.
  while (!LINE_ENDS.includes(text[end] ?? LF)) end++;
  return text.subarray(0, end);
}

const LF = 0x0a;
const LINE_ENDS = [0x0d, LF];
const EMPTY = [...LINE_ENDS, ...Buffer.from(',;\t ')];

/** Requests are served between the slices. */
async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let rest = bytes; rest.length > 0; rest = rest.subarray(SLICE)) {
    yield rest.subarray(0, SLICE);
    await setImmediate();
  }
}
