import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../common/api-error';
import { ValidationPipe } from '../common/validation.pipe';
import type { FieldError } from '../contract/error';
import type { ImportPreview, PreviewedRow } from '../contract/import';
import type { ImportColumn } from '../contract/import-columns';
import { dealTarget } from '../leads/deals/deal-target';
import { readSubmission, type Submission } from '../leads/intake/submission';
import { parsePhone } from '../leads/record/phone';
import type { PipelineWithStages } from '../pipelines/pipeline.view';
import type { CsvRow } from './csv-file';
import { type Reading, readFileRow } from './file-rows';
import { headerNames } from './import-columns';
import { ImportedRowDto } from './import-row.dto';
import { originOfRow, reasonsOf, reported } from './row-reasons';

/** How many rows are shown, and how many are checked: a look must stay quick. */
const SHOWN = 10;
const CHECKED = 1_000;
const ROWS_AT_ONCE = 100;
/** Characters of a cell. */
const MAX_CELL = 200;

const validation = new ValidationPipe();

/** What a preview reads rows by. */
interface PreviewReading extends Reading {
  readonly pipelines: readonly PipelineWithStages[];
}

/** How the rows of a file would be read, as far as the file and the account's pipelines tell; nothing is stored. */
export async function previewOf(
  header: readonly string[],
  rows: readonly CsvRow[],
  reading: PreviewReading,
): Promise<ImportPreview> {
  const sample: PreviewedRow[] = [];
  let refused = 0;
  for (const [index, row] of rows.slice(0, CHECKED).entries()) {
    // Requests are served in between.
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
    const seen = previewedRow(row, reading);
    if (seen.refused) refused++;
    if (index < SHOWN) sample.push(seen);
  }
  const names = headerNames(header);
  return {
    rows: rows.length,
    checked: Math.min(rows.length, CHECKED),
    refused,
    columns: names.map((name, index) => ({ header: cut(name), field: reading.columns[index] ?? null })),
    sample,
  };
}

function previewedRow(row: CsvRow, reading: PreviewReading): PreviewedRow {
  const { body, fields } = readFileRow(row, reading);
  const isFilled = (index: number): boolean => (row.cells[index] ?? '').trim() !== '';
  const problems = body ? problemsOf(body, reading.pipelines) : { refused: true, fields: fields ?? [] };
  return {
    row: row.number,
    cells: reading.columns.map((_, index) => cut(row.cells[index] ?? '')),
    values: reading.columns.map((column, index) =>
      column && body && isFilled(index) ? valueOf(body, column, reading.pipelines) : null,
    ),
    ...problems,
  };
}

const cut = (text: string): string => Array.from(text).slice(0, MAX_CELL).join('');

function problemsOf(
  body: object,
  pipelines: readonly PipelineWithStages[],
): { readonly refused: boolean; readonly fields: readonly FieldError[] } {
  try {
    const dto = validation.transform(body, { type: 'body', metatype: ImportedRowDto }) as ImportedRowDto;
    const submission = readSubmission(dto);
    checkDeal(submission, pipelines);
    return { refused: false, fields: [...submission.warnings.map(reported), ...originOfRow(dto).warnings] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: true, fields: reasonsOf(error) };
  }
}

/** Throws as POST /leads does for a new phone. */
function checkDeal({ deal }: Submission, pipelines: readonly PipelineWithStages[]): void {
  const pipeline = pipelines.find(({ id, isDefault }) => (deal.pipelineId ? id === deal.pipelineId : isDefault));
  const stages = pipelines.flatMap(({ id, stages: all }) => all.map((stage) => ({ ...stage, pipelineId: id })));
  const entry = pipeline?.stages.find(({ isEntry }) => isEntry);
  dealTarget(
    deal,
    pipeline && { id: pipeline.id, entryStageId: entry?.id ?? null },
    stages.find(({ id }) => id === deal.stageId),
  );
}

/** What a column was read as, or the text that could not be read. */
function valueOf(body: object, column: ImportColumn, pipelines: readonly PipelineWithStages[]): string | null {
  const { attribution = {}, deal = {}, ...own } = body as Record<string, unknown>;
  const all: Readonly<Record<string, unknown>> = { ...own, ...(attribution as object) };
  const value = column.startsWith('deal.') ? (deal as Record<string, unknown>)[column.slice(5)] : all[column];
  const text = Array.isArray(value) ? value.map((one) => String(one).trim()).join(', ') : String(value);
  if (column === 'phone') return parsePhone(text)?.digits ?? text;
  const named = [...pipelines, ...pipelines.flatMap(({ stages }) => stages)];
  return cut((column.startsWith('deal.') && named.find(({ id }) => id === text)?.name) || text);
}
