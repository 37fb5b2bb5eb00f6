import { mapped, type Steps } from '../common/in-slices';
import type { ImportPreview, PreviewedRow } from '../contract/import';
import { readSubmission } from '../leads/intake/submission';
import { mostAnswerBytes, shownText } from './answer-size';
import type { Table } from './table/table';
import type { TableRow } from './table/table-rows';
import { type FileRow, readFileRow } from './rows/file-rows';
import type { Reading } from './reading';
import { areaCodeFor } from './rows/row-body';
import { reported } from './rows/imported-row';
import { type ImportColumn, IMPORT_COLUMNS } from '../contract/import-columns';
import { answerIn } from './cells/yes-no';
import { momentIn } from './cells/moments';
import { originNamed } from './cells/origins';
import { phoneIn } from './cells/phones';
import { reaisIn } from './cells/reais';
import { cleanText, tagsIn } from './cells/texts';
import { dealIds } from './rows/account-names';
import { isUnfilled } from '../leads/record/unfilled';

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

/** Shows how a cell was read: digits, codes, UTC moments, names of stages; the text itself if unreadable. */
function cellAsRead(column: ImportColumn, cell: string, reading: Reading, areaCode?: string): string {
  const text = reading.textOf(cell).trim();
  switch (column) {
    case 'phone':
      return phoneIn(text, areaCode)?.digits ?? text;
    case 'tags':
      return tagsIn(text).join(', ');
    case 'consent':
      return String(answerIn(text, reading.answers) ?? text);
    case 'origin':
      return originNamed(text) ?? text;
    case 'created_at':
      return momentIn(text, reading.moments) ?? text;
    case 'deal.value':
      return String(reaisIn(text) ?? text);
    case 'responsible':
      return reading.memberOf(text)?.name ?? text;
    case 'deal.pipeline_id':
      return reading.labels.get(dealIds(reading.names, { pipeline_id: text }).deal.pipeline_id ?? '') ?? text;
    case 'deal.stage_id':
      return reading.labels.get(dealIds(reading.names, { stage_id: text }).deal.stage_id ?? '') ?? text;
    default:
      return cleanText(text, true);
  }
}

const MOST_VALUES = 3;

interface Summary {
  readonly field: ImportColumn;
  readonly headers: string[];
  readonly values: string[];
  without: number;
}

/** Sums up what is read of each field: its columns, its first values, and the number of rows without one. */
class FieldSummaries {
  private readonly summaries: readonly Summary[];

  constructor(private readonly reading: Reading) {
    const headersOf = (field: ImportColumn): string[] =>
      reading.columns.flatMap((column, index) =>
        column.field === field ? [shownText(reading.headers[index] ?? '')] : [],
      );
    this.summaries = IMPORT_COLUMNS.map((field) => ({
      field,
      headers: headersOf(field),
      values: [],
      without: 0,
    })).filter(({ headers }) => headers.length > 0);
  }

  add(row: FileRow): void {
    const texts = row.body ? row.dto : row.rest;
    for (const summary of this.summaries) {
      const value = this.valueOf(summary.field, texts);
      if (value === undefined) summary.without++;
      else if (summary.values.length < MOST_VALUES) summary.values.push(shownText(value));
    }
  }

  all(): ImportPreview['fields'] {
    return this.summaries;
  }

  /** Returns the value as people read it: digits, codes, UTC moments, names of stages and members. */
  private valueOf(field: ImportColumn, row: object): string | undefined {
    const value = valueAt(field, row as Values);
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (one) => one !== undefined && one !== null && one !== '' && !isUnfilled(String(one), 'text'),
    );
    const text = texts.map((one) => this.reading.labels.get(String(one)) ?? String(one)).join(', ');
    return (field === 'phone' ? text.replace('+', '') : text) || undefined;
  }
}

type Value = string | number | boolean | null | undefined;
type Values = Readonly<Record<string, Value | readonly Value[]>> & {
  readonly deal?: Readonly<Record<string, Value>>;
  readonly attribution?: Readonly<Record<string, Value>>;
};

/** Returns a field of a row as POST /leads has it: signals and the deal are grouped, notes of an export are its record. */
function valueAt(field: ImportColumn, row: Values): Value | readonly Value[] {
  if (field === 'notes') return row.notes ?? row.notes_record;
  if (field.startsWith('deal.')) return row.deal?.[field.replace('deal.', '')];
  return row[field] ?? row.attribution?.[field];
}
