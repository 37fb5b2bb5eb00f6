import type { TakeOld } from '../common/take-old';
import { map, prepared, writeRows } from '../database/query';

// No lock: the service has no right to change an entry. The primary key is the order of time.
const DELETE_OLD_ENTRIES = prepared(
  'delete_old_audit_entries',
  `with old as materialized (
     select account_id, id from audit_entries where account_id = $1 and id <= $2 order by id limit $3)
   delete from audit_entries e using old n where n.account_id = $1 and e.account_id = $1 and e.id between n.id and n.id
   returning e.id`,
);

/** Deletes entries of the audit trail; for the service's own role row level security keeps those of the last six months. */
export const deleteOldEntries: TakeOld = (accountId, before, count) =>
  map(writeRows(DELETE_OLD_ENTRIES, [accountId, lastIdAt(before), count]), (rows) => rows.length);

/** The greatest id that can be made in this millisecond: a UUID of version 7 begins with it, counted from 1970. */
function lastIdAt(moment: Date): string {
  const milliseconds = Math.max(moment.getTime(), 0).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-ffff-ffff-ffffffffffff`;
}
