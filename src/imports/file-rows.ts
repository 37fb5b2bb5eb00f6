import { setImmediate } from 'node:timers/promises';
import { parsePhone } from '../leads/record/phone';
import type { CsvRow } from './csv-file';
import { dealIds, type NamedPipeline } from './deal-names';
import { bodyOf, type FileColumns } from './import-columns';
import type { NewImportRow } from './import.queries';

const ROWS_AT_ONCE = 100;

/** How the rows of a file are read. */
export interface Reading {
  readonly columns: FileColumns;
  /** Those of the account, the default one first. */
  readonly pipelines: readonly NamedPipeline[];
  /** What distinguishes the file from others: part of the external_ids of its rows. */
  readonly fileName: string;
}

/** The rows as they are stored; requests are served in between. */
export async function readFileRows(rows: readonly CsvRow[], reading: Reading): Promise<NewImportRow[]> {
  const read: NewImportRow[] = [];
  for (const row of rows) {
    if (read.length % ROWS_AT_ONCE === 0) await setImmediate();
    read.push(readFileRow(row, reading));
  }
  return read;
}

/** A row with too many cells is refused at once. */
export function readFileRow({ number, cells }: CsvRow, { columns, pipelines, fileName }: Reading): NewImportRow {
  const body = bodyOf(columns, cells, `import:${fileName}:${number}`);
  if (!body) return { number, phoneKey: null, body: null, fields: [TOO_MANY_CELLS] };
  if (body.deal) body.deal = dealIds(pipelines, body.deal as { pipeline_id?: string; stage_id?: string });
  const phoneKey = typeof body.phone === 'string' ? (parsePhone(body.phone)?.key ?? null) : null;
  return { number, phoneKey, body, fields: null };
}

const TOO_MANY_CELLS = { field: 'row', message: 'a linha tem mais células do que o cabeçalho; falta alguma aspa?' };
