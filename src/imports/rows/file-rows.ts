import type { Steps } from '../../common/in-slices';
import type { ErrorCode, FieldError } from '../../contract/error';
import type { TableRow } from '../table/table-rows';
import type { NewImportRow } from '../imports.queries';
import type { Reading } from '../reading';
import { rowBody } from './row-body';
import { lenientRow, reasonsOf, type ImportedRowDto } from './imported-row';
import { phoneProblem } from '../../leads/record/phone';
import { ApiError } from '../../common/api-error';
import { idOf } from '../../common/input/id.pipe';
import { dealTarget } from '../../leads/deals/deal-rules';
import type { NamedDeal } from './account-names';
import { placedDeal } from './placed-deal';

/** The most rows and characters per statement; a single row may have more characters. */
const PART = { rows: 500, characters: 128 * 1024 };

export type FileRow = ReadRow | RefusedRow;

interface ReadRow {
  readonly number: number;
  readonly phoneKey: string;
  readonly body: object;
  readonly dto: ImportedRowDto;
  /** Refuses the row for a pipeline without entry stage, unless its lead has a deal there. */
  readonly withoutEntry: readonly FieldError[] | undefined;
  readonly fields: readonly FieldError[];
}

interface RefusedRow {
  readonly number: number;
  readonly body: null;
  /** The readable fields of the row, for the preview. */
  readonly rest: object;
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
}

/** Reads the rows in parts, each for one statement. */
export function* readFileRows(rows: readonly TableRow[], reading: Reading): Steps<NewImportRow[][]> {
  const parts: NewImportRow[][] = [];
  let part: NewImportRow[] = [];
  let room = 0;
  for (const row of rows) {
    const stored = storedRow(yield* readFileRow(row, reading));
    const length = (stored.body?.length ?? 0) + (stored.fields?.length ?? 0);
    room -= length;
    if (room < 0 || part.length === PART.rows) {
      parts.push((part = []));
      room = PART.characters - length;
    }
    part.push(stored);
    yield;
  }
  return parts;
}

const storedRow = (row: FileRow): NewImportRow => ({
  number: row.number,
  phoneKey: row.body && row.phoneKey,
  body: row.body && JSON.stringify(row.body),
  code: row.body ? null : row.code,
  fields: row.fields.length > 0 ? JSON.stringify(row.fields) : null,
});

/** Stands for an unusable phone while the rest of its row is read. */
const ANY_PHONE = '+5511987654321';

/** Reads a row. Only its phone, or a stage or pipeline given by id, can refuse it. */
export function* readFileRow({ number, cells }: TableRow, reading: Reading): Steps<FileRow> {
  const { phone, phoneTexts, body, leftOut } = yield* rowBody(cells, reading);
  const { deal, ...texts } = body;
  const placed = placedDeal(deal ?? {}, reading);
  const read = lenientRow({
    ...texts,
    phone: phone ? `+${phone.digits}` : ANY_PHONE,
    ...(Object.keys(placed.deal).length > 0 && { deal: placed.deal }),
  });
  if (!phone) {
    const fields = [{ field: 'phone', message: phoneReason(phoneTexts) }];
    const rest = Object.fromEntries(Object.entries(read.body).filter(([field]) => field !== 'phone'));
    return { number, body: null, rest, code: 'validation_error', fields };
  }
  const refusal = body.without_deal ? undefined : dealRefusal(placed.deal, reading);
  if (refusal && refusal.code !== 'pipeline_not_configured') {
    return { number, body: null, rest: read.body, code: refusal.code, fields: reasonsOf(refusal) };
  }
  return {
    number,
    phoneKey: phone.key,
    body: { external_id: `import:${reading.fileName}:${number}`, ...read.body },
    dto: read.dto,
    withoutEntry: refusal && reasonsOf(refusal),
    fields: [...leftOut, ...placed.leftOut, ...read.leftOut],
  };
}

const phoneReason = ([text]: readonly string[]): string =>
  // Points are allowed in a cell.
  phoneProblem(text?.replaceAll('.', ' ')) ?? phoneProblem('') ?? '';

/** Returns the refusal that POST /leads would give this deal for a new phone. */
function dealRefusal(deal: NamedDeal, { pipelines, stages }: Reading): ApiError | undefined {
  const pipelineId = deal.pipeline_id === undefined ? null : idOf(deal.pipeline_id);
  const stageId = deal.stage_id === undefined ? null : idOf(deal.stage_id);
  const pipeline = pipelines.find(({ id, isDefault }) => (pipelineId ? id === pipelineId : isDefault));
  const entry = pipeline?.stages.find(({ isEntry }) => isEntry);
  try {
    const target = pipeline && { id: pipeline.id, entryStageId: entry?.id ?? null };
    dealTarget({ pipelineId, stageId, value: null }, target, stages.get(stageId ?? ''));
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
