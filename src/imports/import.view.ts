import type { FieldError } from '../contract/error';
import type { ImportView, ReportedRow } from '../contract/import';
import { map, prepared, readRow, readRows } from '../database/query';
import { timestamp } from '../leads/record/lead.view';
import { countsOf } from './import-counts';

const COUNTED = countsOf('i.id');

/** Of the last batch. An instance of an earlier release neither counts nor, when it finishes an import, corrects what was counted. */
const NOTED = `coalesce(case when i.finished_at is null or i.counts[2] = 0 then i.counts end, ${COUNTED})`;

/** SQL: the import `i`, whose rows are counted as `n.counts`. */
const IMPORT_JSON = `json_build_object(
    'id', i.id, 'file_name', i.file_name, 'state', case when i.finished_at is null then 'running' else 'finished' end,
    'rows', n.counts[1], 'pending', n.counts[2], 'created', n.counts[3], 'updated', n.counts[4], 'duplicate', n.counts[5],
    'refused', n.counts[6], 'erased', n.counts[7],
    'created_at', ${timestamp('i.created_at')}, 'finished_at', ${timestamp('i.finished_at')}) as import`;

const VIEW_IMPORT = prepared(
  'view_import',
  `select ${IMPORT_JSON} from imports i cross join lateral (select ${COUNTED} as counts offset 0) n
   where i.account_id = $1 and i.id = $2`,
);

export const viewImport = (accountId: string, id: string) =>
  map(readRow<{ import: ImportView }>(VIEW_IMPORT, [accountId, id]), (row) => row?.import);

const LIST_IMPORTS = prepared(
  'list_imports',
  `select ${IMPORT_JSON}
   from (select f.* from imports f
         where f.account_id = $1 and ($2::uuid is null or f.id < $2) order by f.id desc limit $3) i
   cross join lateral (select ${NOTED} as counts offset 0) n order by i.id desc`,
);

/** Newest first, after the import `before`, with the counts as of their last batches. */
export const listImports = (accountId: string, count: number, before: string | null) =>
  map(readRows<{ import: ImportView }>(LIST_IMPORTS, [accountId, before, count]), (rows) =>
    rows.map((row) => row.import),
  );

const FIND_FILE_HASH = prepared(
  'find_import_file_hash',
  `select i.file_hash as "fileHash" from imports i where i.account_id = $1 and i.id = $2`,
);

export const findFileHash = (accountId: string, id: string) =>
  map(readRow<{ fileHash: Buffer }>(FIND_FILE_HASH, [accountId, id]), (row) => row?.fileHash);

const LIST_REFUSED = prepared(
  'list_refused_import_rows',
  `select r.row_number as number, r.fields from import_rows r
   where r.account_id = $1 and r.import_id = $2 and r.row_number > $3 and r.result = 'refused'
   order by r.row_number limit $4`,
);

export interface RefusedRow {
  readonly number: number;
  readonly fields: readonly FieldError[] | null;
}

export const listRefusedRows = (accountId: string, importId: string, after: number, count: number) =>
  readRows<RefusedRow>(LIST_REFUSED, [accountId, importId, after, count]);

const LIST_REPORTED = prepared(
  'list_reported_import_rows',
  `select r.row_number as row, r.result, r.code, r.fields from import_rows r
   where r.account_id = $1 and r.import_id = $2 and r.row_number > $3 and r.fields is not null
     and r.result in ('created', 'updated', 'refused')
   order by r.row_number limit $4`,
);

export const listReportedRows = (accountId: string, importId: string, after: number, count: number) =>
  readRows<ReportedRow>(LIST_REPORTED, [accountId, importId, after, count]);
