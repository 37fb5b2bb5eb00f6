import { mapped, type Steps } from '../common/in-slices';
import type { ImportPreview, PreviewedRow } from '../contract/import';
import { readSubmission } from '../leads/intake/submission';
import { mostAnswerBytes } from './answer-size';
import { cellAsRead } from './rows/cell-as-read';
import type { Table } from './table/table';
import type { TableRow } from './table/table-rows';
import { type FileRow, readFileRow } from './rows/file-rows';
import { FieldSummaries } from './field-summaries';
import type { Reading } from './reading';
import { areaCodeFor } from './rows/row-body';
import { reported } from './rows/row-reasons';
import { shownText } from './shown-text';

/** The most rows shown and the most checked, so that a preview stays quick. */
const SHOWN = 10;
const CHECKED = 1_000;
const FRAME_BYTES = 200;

export function* previewOf(file: Table, reading: Reading, fileBytes: number): Steps<ImportPreview> {
  const { rows, delimiter, encoding } = file;
  const columns = reading.headers.map((name, index) => ({
    header: shownText(name),
    field: reading.columns[index]?.field ?? null,
    guessed: reading.columns[index]?.isGuessed ?? false,
  }));
  const seen: PreviewedRow[] = [];
  let room = mostAnswerBytes(fileBytes, rows.length) - FRAME_BYTES - bytesOf(columns);
  const ignored = reading.columns
    .flatMap(({ reason }, index) =>
      reason === null ? [] : [{ header: shownText(reading.headers[index] ?? ''), reason }],
    )
    .filter((column) => (room -= bytesOf(column)) >= 0);
  const summaries = new FieldSummaries(reading);
  let refused = 0;
  let checked = 0;
  for (const row of rows.slice(0, CHECKED)) {
    const read = yield* readFileRow(row, reading);
    yield;
    checked++;
    if (isRefused(read)) refused++;
    summaries.add(read);
    if (checked > SHOWN) continue;
    seen.push(yield* previewedRow(row, read, reading));
  }
  const fields = summaries.all().filter((field) => (room -= bytesOf(field)) >= 0);
  // After a row that is too large, no later one is shown.
  const sample = seen.filter((row) => room >= 0 && (room -= bytesOf(row)) >= 0);
  return { rows: rows.length, checked, refused, columns, fields, sample, delimiter, encoding, ignored };
}

/** The size in an answer, with the comma after it. */
const bytesOf = (part: object | string): number => Buffer.byteLength(JSON.stringify(part)) + 1;

const isRefused = (row: FileRow): boolean => !row.body || row.withoutEntry !== undefined;

function* previewedRow({ number, cells }: TableRow, row: FileRow, reading: Reading): Steps<PreviewedRow> {
  return {
    row: number,
    cells: reading.columns.map((_, index) => shownText(cells[index] ?? '')),
    values: yield* mapped(reading.columns, ({ field, isAreaCode }, index) => {
      const cell = cells[index] ?? '';
      if (!field || !row.body || cell.trim() === '') return null;
      return shownText(isAreaCode ? cell.trim() : cellAsRead(field, cell, reading, areaCodeFor(index, cells, reading)));
    }),
    refused: isRefused(row),
    fields: row.body
      ? [...(row.withoutEntry ?? []), ...row.fields, ...readSubmission(row.dto).warnings.map(reported)]
      : [...row.fields],
  };
}
