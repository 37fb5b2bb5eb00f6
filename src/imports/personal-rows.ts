import { erasing } from '../database/personal';
import { lockRows, map, prepared, write } from '../database/query';
import type { PersonalTrace } from '../leads/people/personal-traces';
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
  exported: `array(select json_build_object('import_id', i.import_id, 'row', i.row_number, 'body', i.body)
                   from ${pendingRowsOf('c.phone_key')} i order by i.import_id, i.row_number)`,
  ofPhone: {
    exists: (phoneKey) => `exists (select from ${pendingRowsOf(phoneKey)} r)`,
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
