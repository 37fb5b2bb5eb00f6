import type { TakeOld } from '../common/take-old';
import { prepared } from '../database/sql';

const LOCK_OLD_IMPORT = prepared(
  'lock_old_import',
  `select id from imports where account_id = $1 and finished_at <= $2 order by finished_at limit 1 for update skip locked`,
);
const DELETE_IMPORT_ROWS = prepared(
  'delete_import_rows',
  `delete from import_rows where account_id = $1 and import_id = $2`,
);
const DELETE_IMPORT = prepared('delete_import', `delete from imports where account_id = $1 and id = $2`);

/**
 * Deletes one import that has finished, with its report, as a whole: its counts are those of its rows, of which a file has no more
 * than `MAX_IMPORT_ROWS`. What the rows did, and their external_ids, are in the ledger.
 */
export const deleteOldImport: TakeOld = async (tx, accountId, before) => {
  const old = await tx.row<{ id: string }>(LOCK_OLD_IMPORT, [accountId, before]);
  if (!old) return 0;
  await tx.rows(DELETE_IMPORT_ROWS, [accountId, old.id]);
  await tx.rows(DELETE_IMPORT, [accountId, old.id]);
  return 1;
};
