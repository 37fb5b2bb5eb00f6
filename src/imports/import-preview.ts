import { inSlices } from '../common/in-slices';
import type { ImportPreview, PreviewedRow } from '../contract/import';
import { readSubmission } from '../leads/intake/submission';
import { mostAnswerBytes } from './answer-size';
import { cellAsRead } from './cell-as-read';
import type { Table } from './table/table';
import type { TableRow } from './table/table-rows';
import { type FileRow, readFileRow } from './file-rows';
import { ignoredHeaders } from './import-columns';
import type { Reading } from './reading';
import { reported } from './row-reasons';
import { shownText } from './shown-text';

/** How many rows are shown at most, and how many are checked: a look must stay quick. */
const SHOWN = 10;
const CHECKED = 1_000;
/** Bytes of a preview beside its columns and its sample. */
const FRAME_BYTES = 200;

/** How the rows of a file would be read, as far as the file and the account's pipelines tell; nothing is stored. */
export async function previewOf(file: Table, reading: Reading, fileBytes: number): Promise<ImportPreview> {
  const { rows, delimiter, encoding } = file;
  const columns = reading.headers.map((name, index) => ({
    header: shownText(name),
    field: reading.columns[index] ?? null,
  }));
  const sample: PreviewedRow[] = [];
  let room = mostAnswerBytes(fileBytes, rows.length) - FRAME_BYTES - bytesOf(columns);
  const ignored = ignoredHeaders(reading.headers, reading.columns)
    .map(shownText)
    .filter((name) => (room -= bytesOf(name)) >= 0);
  let refused = 0;
  let checked = 0;
  for await (const row of inSlices(rows.slice(0, CHECKED))) {
    const read = readFileRow(row, reading);
    checked++;
    if (isRefused(read)) refused++;
    if (checked > SHOWN) continue;
    const seen = previewedRow(row, read, reading);
    // Once a row is too large, no later one is shown.
    room = room < 0 ? room : room - bytesOf(seen);
    if (room >= 0) sample.push(seen);
  }
  return { rows: rows.length, checked, refused, columns, sample, delimiter, encoding, ignored };
}

/** What it takes in an answer, with the comma after it. */
const bytesOf = (part: object | string): number => Buffer.byteLength(JSON.stringify(part)) + 1;

const isRefused = (row: FileRow): boolean => !row.body || row.withoutEntry !== undefined;

function previewedRow({ number, cells }: TableRow, row: FileRow, reading: Reading): PreviewedRow {
  return {
    row: number,
    cells: reading.columns.map((_, index) => shownText(cells[index] ?? '')),
    values: reading.columns.map((column, index) => {
      const cell = cells[index] ?? '';
      return column && row.body && cell.trim() !== '' ? shownText(cellAsRead(column, cell, reading)) : null;
    }),
    refused: isRefused(row),
    fields: row.body
      ? [...(row.withoutEntry ?? []), ...row.fields, ...readSubmission(row.dto).warnings.map(reported)]
      : [...row.fields],
  };
}
