import { ApiError } from '../common/api-error';
import { inSlices } from '../common/in-slices';
import { ValidationPipe } from '../common/validation.pipe';
import type { FieldError } from '../contract/error';
import type { ImportPreview, PreviewedRow } from '../contract/import';
import type { ImportColumn } from '../contract/import-columns';
import { dealTarget, type TargetStage } from '../leads/deals/deal-target';
import { readSubmission, type Submission } from '../leads/intake/submission';
import { parsePhone } from '../leads/record/phone';
import type { PipelineWithStages } from '../pipelines/pipeline.view';
import { mostAnswerBytes } from './answer-size';
import type { TableRow } from './table/table-rows';
import { dealNames } from './deal-names';
import { type Reading, readFileRow } from './file-rows';
import { type FileColumns, headerNames } from './import-columns';
import { ImportedRowDto } from './import-row.dto';
import { originOfRow, reasonsOf, reported } from './row-reasons';
import { shownText } from './shown-text';

/** How many rows are shown at most, and how many are checked: a look must stay quick. */
const SHOWN = 10;
const CHECKED = 1_000;
/** Bytes of a preview beside its columns and its sample. */
const FRAME_BYTES = 200;

const validation = new ValidationPipe();

/** What a preview is made from, beside the file's rows. */
interface Previewed {
  readonly columns: FileColumns;
  /** Those of the account, the default one first. */
  readonly pipelines: readonly PipelineWithStages[];
  readonly fileBytes: number;
}

/** How the rows of a file would be read, as far as the file and the account's pipelines tell; nothing is stored. */
export async function previewOf(
  header: readonly string[],
  rows: readonly TableRow[],
  { columns: read, pipelines, fileBytes }: Previewed,
): Promise<ImportPreview> {
  const reading = readingOf(read, pipelines);
  const columns = headerNames(header).map((name, index) => ({ header: shownText(name), field: read[index] ?? null }));
  const sample: PreviewedRow[] = [];
  let room = mostAnswerBytes(fileBytes, rows.length) - FRAME_BYTES - bytesOf(columns);
  let refused = 0;
  let checked = 0;
  for await (const row of inSlices(rows.slice(0, CHECKED))) {
    const seen = previewedRow(row, reading);
    checked++;
    if (seen.refused) refused++;
    if (checked > SHOWN) continue;
    // Once a row is too large, no later one is shown.
    room = room < 0 ? room : room - bytesOf(seen);
    if (room >= 0) sample.push(seen);
  }
  return { rows: rows.length, checked, refused, columns, sample };
}

/** What it takes in an answer, with the comma after it. */
const bytesOf = (part: object): number => Buffer.byteLength(JSON.stringify(part)) + 1;

/** What the rows of a preview are read by: made once for all of them. */
interface PreviewReading extends Reading {
  readonly pipelines: readonly PipelineWithStages[];
  readonly stages: ReadonlyMap<string | null, TargetStage>;
  /** Of pipelines and stages, by their ids. */
  readonly nameOf: ReadonlyMap<string, string>;
}

function readingOf(columns: FileColumns, pipelines: readonly PipelineWithStages[]): PreviewReading {
  const stages = pipelines.flatMap(({ id, stages: own }) => own.map((stage) => ({ ...stage, pipelineId: id })));
  return {
    columns,
    pipelines,
    names: dealNames(pipelines),
    fileName: '',
    stages: new Map(stages.map((stage) => [stage.id, stage])),
    nameOf: new Map([...pipelines, ...stages].map(({ id, name }) => [id, name])),
  };
}

function previewedRow(row: TableRow, reading: PreviewReading): PreviewedRow {
  const { body, fields } = readFileRow(row, reading);
  const isFilled = (index: number): boolean => (row.cells[index] ?? '').trim() !== '';
  const problems = body ? problemsOf(body, reading) : { refused: true, fields: fields ?? [] };
  return {
    row: row.number,
    cells: reading.columns.map((_, index) => shownText(row.cells[index] ?? '')),
    values: reading.columns.map((column, index) =>
      column && body && isFilled(index) ? shownText(valueOf(body, column, reading)) : null,
    ),
    ...problems,
  };
}

function problemsOf(
  body: object,
  reading: PreviewReading,
): { readonly refused: boolean; readonly fields: readonly FieldError[] } {
  try {
    const dto = validation.transform(body, { type: 'body', metatype: ImportedRowDto }) as ImportedRowDto;
    const submission = readSubmission(dto);
    checkDeal(submission, reading);
    return { refused: false, fields: [...submission.warnings.map(reported), ...originOfRow(dto).warnings] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: true, fields: reasonsOf(error) };
  }
}

/** Throws as POST /leads does for a new phone. */
function checkDeal({ deal }: Submission, { pipelines, stages }: PreviewReading): void {
  const pipeline = pipelines.find(({ id, isDefault }) => (deal.pipelineId ? id === deal.pipelineId : isDefault));
  const entry = pipeline?.stages.find(({ isEntry }) => isEntry);
  dealTarget(deal, pipeline && { id: pipeline.id, entryStageId: entry?.id ?? null }, stages.get(deal.stageId));
}

/** What a column was read as, or the text that could not be read. */
function valueOf(body: object, column: ImportColumn, { nameOf }: PreviewReading): string {
  const { attribution = {}, deal = {}, ...own } = body as Record<string, unknown>;
  const all: Readonly<Record<string, unknown>> = { ...own, ...(attribution as object) };
  const value = column.startsWith('deal.') ? (deal as Record<string, unknown>)[column.slice(5)] : all[column];
  const text = Array.isArray(value) ? value.map((one) => String(one).trim()).join(', ') : String(value);
  if (column === 'phone') return parsePhone(text)?.digits ?? text;
  return (column.startsWith('deal.') && nameOf.get(text)) || text;
}
