import { NO_ID } from '../common/input/id.pipe';
import { listInParts, positionValue } from '../database/list-in-parts';
import { erasing } from '../database/columns';
import { lockRows, map, prepared, write } from '../database/query';
import { type PersonalTrace, PHONE_KEY } from '../leads/people/personal-traces';
import { ImportRow } from './import-row.entity';

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
