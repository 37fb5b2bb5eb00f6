import { atOnce } from '../../test/support/at-once';
import { type ExpectedRow, generatedSheets, type Sheet } from '../../test/support/sheets/generated-sheets';
import { ApiError } from '../common/api-error';
import type { ImportColumn } from '../contract/import-columns';
import { namesPhone, readColumns, requirePhone } from './columns/file-columns';
import { readingOf } from './reading';
import { type FileRow, readFileRow } from './rows/file-rows';
import { readTable } from './table/table';

const SHEETS = generatedSheets(300);

interface ReadSheet {
  readonly fields: readonly (ImportColumn | null)[];
  readonly ignored: readonly { readonly header: string; readonly reason: string }[];
  readonly rows: readonly ExpectedRow[];
}

/** The fields of the 422 for a file that cannot be read. */
interface RefusedSheet {
  readonly refused: readonly string[];
}

/** Reads a file as an import does. */
async function readSheet(bytes: Buffer, areaCode?: string): Promise<ReadSheet | RefusedSheet> {
  try {
    const file = await readTable(bytes, { namesPhone });
    const columns = atOnce(readColumns({ ...file, areaCode }));
    requirePhone(columns, file.header);
    const defaults = { areaCode };
    const reading = atOnce(readingOf({ ...file, columns, pipelines: [], members: [], defaults, fileName: 'sheet' }));
    return {
      fields: columns.map(({ field }) => field),
      ignored: columns.flatMap(({ reason }, index) =>
        reason === null ? [] : [{ header: file.header[index]?.trim() ?? '', reason }],
      ),
      rows: file.rows.map((row) => rowRead(atOnce(readFileRow(row, reading)))),
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return { refused: (error.details?.fields ?? []).map(({ field }) => field) };
  }
}

function rowRead(row: FileRow): ExpectedRow {
  if (!row.body) return { phone: undefined };
  const { phone, name, consent, created_at: moment } = row.dto;
  return {
    phone: phone.slice(1),
    name,
    consent: consent || undefined,
    createdAt: moment && new Date(moment).toISOString(),
  };
}

/** Of a refused row nothing is read. */
const expectedRow = (row: ExpectedRow): ExpectedRow => (row.phone === undefined ? { phone: undefined } : row);

function expectSheet({ columns, rows }: Sheet, read: ReadSheet): void {
  const fieldAt = (index: number) =>
    columns[index]?.field === 'area code' ? 'area code' : (read.fields[index] ?? null);
  expect(columns.map(({ header }, index) => [header, fieldAt(index)])).toEqual(
    columns.map(({ header, field }) => [header, field]),
  );
  expect(read.ignored.map(({ header }) => header)).toEqual(
    columns.filter(({ field }) => field === null).map(({ header }) => header),
  );
  expect(read.rows).toEqual(rows.map(expectedRow));
}

it.each(SHEETS)('$what', async (sheet) => {
  const read = await readSheet(sheet.bytes, sheet.areaCode);
  if (sheet.refused || 'refused' in read) return expect(read).toEqual({ refused: [sheet.refused] });
  expectSheet(sheet, read);
});

it('each ignored column is listed with a reason', async () => {
  const read = await Promise.all(SHEETS.map(({ bytes, areaCode }) => readSheet(bytes, areaCode)));
  const ignored = read.flatMap((sheet) => ('refused' in sheet ? [] : sheet.ignored));
  expect(ignored.filter(({ reason }) => reason.trim() === '')).toEqual([]);
  expect(ignored).not.toHaveLength(0);
});
