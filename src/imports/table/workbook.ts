import { invalidFile } from './file-refusal';
import { HEADER_AMONG, headerIndex, type NamesPhone } from './header-row';
import { Places } from './places';
import { type TableRow, TableRows } from './table-rows';
import { WorkbookReader } from './workbook-reader';
import type { RowsAnswer } from './workbook-worker';

/** Workbooks that are read at once in this process, whatever their accounts: each has a thread and memory of its own. */
const places = new Places(2);

/**
 * The rows of a workbook: of the first sheet that has a column of phones, else of the first that has rows. Numbers are those of the sheet. Throws
 * 422 for a workbook that cannot be read within its limits. Given up, with the signal's reason, when `leaving` is aborted.
 */
export const workbookTable = (
  bytes: Buffer,
  namesPhone: NamesPhone,
  leaving?: AbortSignal,
): Promise<{ readonly header: readonly string[]; readonly rows: readonly TableRow[] }> =>
  places.run(async () => {
    const reader = new WorkbookReader(bytes, leaving);
    try {
      const rows = new TableRows(namesPhone);
      const chosen = await chosenSheet(reader, namesPhone);
      let { part } = chosen;
      for (;;) {
        for (const { number, cells } of part.rows) rows.add(number, cells);
        if (part.next === null) return rows.done();
        part = await reader.rows({ sheet: chosen.sheet, from: part.next });
      }
    } finally {
      await reader.end();
    }
  }, leaving);

type Part = Exclude<RowsAnswer, { refusal: string }>;

/** The sheet to read, and the first of its rows. */
async function chosenSheet(
  reader: WorkbookReader,
  namesPhone: NamesPhone,
): Promise<{ readonly sheet: number; readonly part: Part }> {
  let filled: { readonly sheet: number; readonly part: Part } | undefined;
  for (let sheet = 0, sheets = 1; sheet < sheets; sheet++) {
    const part = await firstRows(reader, sheet);
    sheets = part.sheets;
    const head = part.rows.slice(0, HEADER_AMONG).map(({ cells }) => cells);
    if (namesPhone(head[headerIndex(head, namesPhone)] ?? [])) return { sheet, part };
    if (part.rows.length > 0) filled ??= { sheet, part };
  }
  if (!filled) throw invalidFile('a planilha não tem linhas');
  return filled;
}

/** A sheet may begin with many rows that are empty. */
async function firstRows(reader: WorkbookReader, sheet: number): Promise<Part> {
  let part = await reader.rows({ sheet, from: 0 });
  while (part.rows.length === 0 && part.next !== null) part = await reader.rows({ sheet, from: part.next });
  return part;
}
