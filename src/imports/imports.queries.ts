import type { AppliedResult } from '../contract/submission';
import type { ErrorCode, FieldError } from '../contract/error';
import { AMONG_ACCOUNTS, type AccountSearch } from '../accounts/search-accounts';
import {
  acrossAccounts,
  prepared,
  readRows,
  write,
  writeRow,
  map,
  readRow,
  writeRows,
  lockRows,
} from '../database/query';
import type { ImportView, ReportedRow } from '../contract/import';
import { timestamp } from '../leads/record/lead.view';
import type { TakeOld } from '../common/process/jobs';
import { NO_ID } from '../common/input/id.pipe';
import { listInParts, positionValue } from '../database/list-in-parts';
import { erasing } from '../database/columns';
import { type PersonalTrace, PHONE_KEY } from '../leads/record/personal-traces';
import { ImportRow } from './import.entity';

/** SQL: the counts of the rows of the import `id`: all, pending, then by result. */
export const countsOf = (id: string): string => {
  const results = ['created', 'updated', 'duplicate', 'refused', 'erased'];
  return `(select array[count(*), count(*) filter (where r.result is null),
       ${results.map((result) => `count(*) filter (where r.result = '${result}')`).join(', ')}]::integer[]
     from import_rows r where r.account_id = $1 and r.import_id = ${id})`;
};

/** A row to import, with body and fields as JSON; a row without a body is already refused, with its code. */
export interface NewImportRow {
  readonly number: number;
  readonly phoneKey: string | null;
  readonly body: string | null;
  readonly code: ErrorCode | null;
  /** What was left out, or the reasons of the refusal. */
  readonly fields: string | null;
}

const INSERT_IMPORT = prepared(
  'insert_import',
  `insert into imports (account_id, id, file_hash, file_name, created_at, leased_until)
   values ($1, $2, $3, $4, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()))
   on conflict (account_id, file_hash) where finished_at is null do nothing returning id`,
);

/** Undefined when the same file is already being imported. */
export const insertImport = (accountId: string, id: string, fileHash: Buffer, fileName: string | null) =>
  writeRow<{ id: string }>(INSERT_IMPORT, [accountId, id, fileHash, fileName]);

const INSERT_ROWS = prepared(
  'insert_import_rows',
  `insert into import_rows (account_id, import_id, row_number, phone_key, body, result, code, fields)
   select i.account_id, i.id, r.number, r.phone_key, r.body, case when r.body is null then 'refused' end,
          r.code, r.fields
   from imports i
   cross join lateral unnest($3::int[], $4::text[], $5::json[], $6::text[], $7::json[]) as r (number, phone_key, body, code, fields)
   where i.account_id = $1 and i.id = $2`,
);

export const insertImportRows = (accountId: string, importId: string, rows: readonly NewImportRow[]) =>
  write(INSERT_ROWS, [
    accountId,
    importId,
    rows.map(({ number }) => number),
    rows.map(({ phoneKey }) => phoneKey),
    rows.map(({ body }) => body),
    rows.map(({ code }) => code),
    rows.map(({ fields }) => fields),
  ]);

const COUNT_ROWS = prepared(
  'count_import_rows',
  `update imports set counts = ${countsOf('$2')} where account_id = $1 and id = $2`,
);

/** Notes the counts of the import's rows for the list of imports. */
export const countImportRows = (accountId: string, id: string) => write(COUNT_ROWS, [accountId, id]);

const LIST_DUE = acrossAccounts(
  `select account_id as "accountId", id from imports
   where ${AMONG_ACCOUNTS} and finished_at is null and leased_until <= clock_timestamp() order by leased_until`,
);

export interface DueImport {
  readonly accountId: string;
  readonly id: string;
}

/** Lists the imports that no instance works on, the longest waiting first. */
export const listDueImports: AccountSearch<DueImport> = (accounts) => readRows(LIST_DUE, [accounts]);

const CLAIM = prepared(
  'claim_import',
  `update imports set leased_until = $4
   where account_id = $1 and id = $2 and finished_at is null and leased_until <= $3 returning id`,
);

/** Claims the import until `leaseEnd`; undefined when another instance was faster. */
export const claimImport = ({ accountId, id }: DueImport, now: Date, leaseEnd: Date) =>
  writeRow<{ id: string }>(CLAIM, [accountId, id, now, leaseEnd]);

const RELEASE = prepared(
  'release_import',
  `update imports set leased_until = $4 where account_id = $1 and id = $2 and leased_until = $3`,
);

/** Releases the claim that ends at `leaseEnd`; the import is due again at `dueAt`. */
export const releaseImport = ({ accountId, id }: DueImport, leaseEnd: Date, dueAt: Date) =>
  write(RELEASE, [accountId, id, leaseEnd, dueAt]);

export interface PendingRow {
  readonly number: number;
  readonly phoneKey: string | null;
  readonly externalId: string;
  readonly body: Readonly<Record<string, unknown>> & { readonly deal?: { readonly value?: unknown } };
  /** What was left out when the file was read. */
  readonly fields: readonly FieldError[] | null;
  readonly attempts: number;
}

const LIST_PENDING = prepared(
  'list_pending_import_rows',
  `select r.row_number as number, r.phone_key as "phoneKey", r.body ->> 'external_id' as "externalId", r.body, r.fields, r.attempts
   from import_rows r
   where r.account_id = $1 and r.import_id = $2 and r.row_number > $3 and r.result is null
   order by r.row_number limit $4`,
);

export const listPendingRows = (accountId: string, importId: string, after: number, count: number) =>
  readRows<PendingRow>(LIST_PENDING, [accountId, importId, after, count]);

const FINISH = prepared(
  'finish_import',
  `update imports set finished_at = $3 where account_id = $1 and id = $2
     and (select true from import_rows r where r.account_id = $1 and r.import_id = $2 and r.result is null
          order by r.row_number limit 1) is null`,
);

export const finishImport = ({ accountId, id }: DueImport, now: Date) => write(FINISH, [accountId, id, now]);

// A row that is not pending gets no result, which the table's check refuses.
const RECORD_APPLIED = prepared(
  'record_import_row',
  `update import_rows set result = case when result is null then $4 end, body = null, phone_key = null, fields = $5
   where account_id = $1 and import_id = $2 and row_number = $3`,
);

/** For the submission's transaction. Fails with 23514 when the row was applied or erased meanwhile. */
export const recordApplied = (
  accountId: string,
  importId: string,
  number: number,
  result: AppliedResult,
  leftOut: readonly FieldError[],
) =>
  write(
    RECORD_APPLIED,
    [accountId, importId, number, result, leftOut.length > 0 ? JSON.stringify(leftOut) : null],
    'import row',
  );

/** The result of a row that wrote nothing else. A row without a result is retried. */
export interface Mark {
  readonly number: number;
  readonly result: 'duplicate' | 'refused' | null;
  readonly code: ErrorCode | null;
  readonly fields: readonly FieldError[] | null;
}

const MARK = prepared(
  'mark_import_rows',
  `update import_rows r
   set result = m.result, code = m.code, attempts = r.attempts + 1,
       fields = case when m.result is null then r.fields else m.fields end,
       body = case when m.result is null then r.body end, phone_key = case when m.result is null then r.phone_key end
   from (select p.row_number as number, s.result, s.code, s.fields
         from unnest($3::int[], $4::text[], $5::text[], $6::json[]) as s (number, result, code, fields)
         join import_rows p on p.account_id = $1 and p.import_id = $2 and p.row_number = s.number and p.result is null
         order by p.row_number for update of p) m
   where r.account_id = $1 and r.import_id = $2 and r.row_number = m.number`,
);

export const markRows = (accountId: string, importId: string, marks: readonly Mark[]) =>
  write(
    MARK,
    [
      accountId,
      importId,
      marks.map(({ number }) => number),
      marks.map(({ result }) => result),
      marks.map(({ code }) => code),
      marks.map(({ fields }) => fields && JSON.stringify(fields)),
    ],
    'import row',
  );

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

const DELETE_OLD_IMPORT = prepared(
  'delete_old_import',
  `with old as materialized (
     select account_id, id from imports where account_id = $1 and finished_at <= $2 order by finished_at limit 1 for update skip locked),
   taken as (delete from import_rows where account_id = $1 and import_id = (select n.id from old n where n.account_id = $1))
   delete from imports where account_id = $1 and id = (select n.id from old n where n.account_id = $1) returning id`,
);

/**
 * Deletes the report too, at most `MAX_IMPORT_ROWS` rows, because the counts come from it. The ledger keeps results and external_ids.
 */
export const deleteOldImport: TakeOld = (accountId, before) =>
  map(writeRows(DELETE_OLD_IMPORT, [accountId, before]), (rows) => rows.length);

/** SQL: the pending rows of a phone for a from clause, in an order that only their phone index has (see `leadsOf`). */
const pendingRowsOf = (phoneKey: string, lock = ''): string =>
  `(select f.* from import_rows f
    where f.account_id = $1 and f.phone_key = ${phoneKey} and f.result is null order by f.row_number ${lock})`;

const LOCK_PENDING_OF_PHONE = prepared(
  'lock_pending_rows_of_phone',
  `select f.import_id as "importId", f.row_number as number from ${pendingRowsOf('$2', 'for update')} f`,
);

const ERASE_IMPORT_ROW = prepared(
  'erase_import_row',
  `update import_rows set result = 'erased', ${erasing(ImportRow)}
   where account_id = $1 and import_id = $2 and row_number = $3 and body is not null`,
);

/** Pending rows hold personal data; the data of applied rows is in the leads. */
export const PENDING_ROWS: PersonalTrace = {
  field: 'import_rows',
  exported: listInParts({
    rows: `select i.import_id, i.row_number from ${pendingRowsOf(PHONE_KEY)} i
           where (i.import_id, i.row_number) > (${positionValue(1, 'uuid')}, ${positionValue(2, 'int')})
           order by i.import_id, i.row_number`,
    position: 'w.import_id, w.row_number',
    json: `(select json_build_object('import_id', i.import_id, 'row', i.row_number, 'body', i.body) from import_rows i
            where i.account_id = $1 and i.import_id = w.import_id and i.row_number = w.row_number)`,
    start: [NO_ID, '0'],
  }),
  ofPhone: {
    first: (phoneKey) =>
      `(select json_build_object('type', 'import', 'id', r.import_id) from ${pendingRowsOf(phoneKey)} r limit 1)`,
    lock: (accountId, phoneKey) =>
      map(
        lockRows<{ importId: string; number: number }>('import row', LOCK_PENDING_OF_PHONE, [accountId, phoneKey]),
        (rows) =>
          rows.map(({ importId, number }) => ({
            subject: { type: 'import', id: importId },
            erase: write(ERASE_IMPORT_ROW, [accountId, importId, number]),
          })),
      ),
  },
};
