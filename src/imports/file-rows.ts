import { inSlices } from '../common/in-slices';
import type { FieldError } from '../contract/error';
import { parsePhone } from '../leads/record/phone';
import type { TableRow } from './table/table-rows';
import { dealIds, type DealNames } from './deal-names';
import { bodyOf, type FileColumns } from './import-columns';
import type { NewImportRow } from './import.queries';

/** What one statement stores: so many rows at most, and so many characters, but for a row that alone has more. */
const PART = { rows: 500, characters: 128 * 1024 };

/** How the rows of a file are read. */
export interface Reading {
  readonly columns: FileColumns;
  readonly names: DealNames;
  /** What distinguishes the file from others: part of the external_ids of its rows. */
  readonly fileName: string;
}

/** A row as a body of POST /leads, or why it is none. */
interface FileRow {
  readonly number: number;
  readonly phoneKey: string | null;
  readonly body: object | null;
  readonly fields: readonly FieldError[] | null;
}

/** The rows as they are stored, in parts for one statement each; requests are served in between. */
export async function readFileRows(rows: readonly TableRow[], reading: Reading): Promise<NewImportRow[][]> {
  const parts: NewImportRow[][] = [];
  let part: NewImportRow[] = [];
  let room = 0;
  for await (const row of inSlices(rows)) {
    const { number, phoneKey, body, fields } = readFileRow(row, reading);
    const stored = { number, phoneKey, body: body && JSON.stringify(body), fields: fields && JSON.stringify(fields) };
    room -= stored.body?.length ?? 0;
    if (room < 0 || part.length === PART.rows) {
      parts.push((part = []));
      room = PART.characters - (stored.body?.length ?? 0);
    }
    part.push(stored);
  }
  return parts;
}

/** A row with too many cells is refused at once. */
export function readFileRow({ number, cells }: TableRow, { columns, names, fileName }: Reading): FileRow {
  const body = bodyOf(columns, cells, `import:${fileName}:${number}`);
  if (!body) return { number, phoneKey: null, body: null, fields: [TOO_MANY_CELLS] };
  if (body.deal) body.deal = dealIds(names, body.deal as { pipeline_id?: string; stage_id?: string });
  const phoneKey = typeof body.phone === 'string' ? (parsePhone(body.phone)?.key ?? null) : null;
  return { number, phoneKey, body, fields: null };
}

const TOO_MANY_CELLS = { field: 'row', message: 'a linha tem mais células do que o cabeçalho; falta alguma aspa?' };
