import { parentPort, workerData } from 'node:worker_threads';
import { readXlsx, type Sheet } from 'hucre/xlsx';
import { ApiError } from '../../common/api-error';
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS } from '../../contract/limits';
import { type TableRow, isFilled } from './table-rows';
import { brokenWorkbook, checkedWorkbook, largeWorkbook, MOST_INFLATED } from './workbook-archive';
import { cellText } from './workbook-cell';

export interface RowsRequest {
  readonly sheet: number;
  readonly from: number;
}

/** The answer: filled rows, the next position and the number of sheets, or a refusal. */
export type RowsAnswer =
  | { readonly rows: readonly TableRow[]; readonly next: number | null; readonly sheets: number }
  | { readonly refusal: string };

const PART = 64 * 1024;

/** Reads the workbook once and sends rows on request, so that the other side takes them in slices. The first message says that it has loaded. */
async function work(bytes: Buffer): Promise<void> {
  const sheets = visibleSheets(bytes);
  sheets.catch(() => undefined);
  let characters = 0;
  const answerTo = async ({ sheet, from }: RowsRequest): Promise<RowsAnswer> => {
    const visible = await sheets;
    const rows: TableRow[] = [];
    const all = visible[sheet]?.rows ?? [];
    let at = from;
    for (let size = 0; at < all.length && size < PART; at++) {
      const cells = cellsOf(visible[sheet], at);
      if (!cells.some(isFilled)) continue;
      const length = cells.reduce((sum, cell) => sum + cell.length, 0);
      // Cells are counted too: also an empty one takes the other side its time.
      size += length + cells.length;
      characters += length;
      // A text shared by many cells is in the file only once.
      if (characters > MOST_INFLATED) throw largeWorkbook();
      rows.push({ number: at + 1, cells });
    }
    return { rows, next: at < all.length ? at : null, sheets: visible.length };
  };
  parentPort?.on('message', (request: RowsRequest) => {
    void answerTo(request)
      .catch(refusalOf)
      .then((answer) => parentPort?.postMessage(answer));
  });
  parentPort?.postMessage('loaded');
}

/** Skips hidden sheets, which hold lists and settings. */
async function visibleSheets(bytes: Buffer): Promise<readonly Sheet[]> {
  const checked = await checkedWorkbook(bytes);
  const { sheets } = await readXlsx(checked, { readStyles: true }).catch(() => {
    throw brokenWorkbook();
  });
  const visible = sheets.filter(({ hidden, veryHidden }) => !hidden && !veryHidden);
  return visible.length > 0 ? visible : sheets;
}

/** Reads one column and one character above the limits, enough to refuse the file. */
function cellsOf(sheet: Sheet | undefined, row: number): readonly string[] {
  const cellOf = (column: number) => sheet?.cells?.get(`${row},${column}`);
  const texts = (sheet?.rows[row] ?? []).map((value, column) => {
    // Skip formula errors such as #N/D.
    if (typeof value === 'string' && value.startsWith('#') && cellOf(column)?.type === 'error') return '';
    const format = typeof value === 'number' ? cellOf(column)?.style?.numFmt : undefined;
    return cellText(value, format).slice(0, 2 * MAX_IMPORT_CELL + 1);
  });
  const columns = texts.findLastIndex(isFilled) + 1;
  const cells = texts.slice(0, columns);
  return columns > MAX_IMPORT_COLUMNS ? [...cells.slice(0, MAX_IMPORT_COLUMNS), '…'] : cells;
}

/** Rethrows a program error, which ends the worker and is reported. */
function refusalOf(error: unknown): RowsAnswer {
  const message = error instanceof ApiError ? error.details?.fields?.[0]?.message : undefined;
  if (message === undefined) throw error;
  return { refusal: message };
}

void work(Buffer.from(workerData as Uint8Array));
