import { map, prepared, writeRows } from '../database/query';
import type { TakeOld } from '../common/process/jobs';

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
