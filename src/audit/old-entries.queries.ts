import { map, prepared, writeRows } from '../database/query';
import type { TakeOld } from '../common/process/jobs';

// No lock: the service has no right to change an entry. The primary key is the order of time.
const DELETE_OLD_ENTRIES = prepared(
  'delete_old_audit_entries',
  `with old as materialized (
     select account_id, id from audit_entries where account_id = $1 and id <= $2 order by id limit $3)
   delete from audit_entries e using old n where n.account_id = $1 and e.account_id = $1 and e.id between n.id and n.id
   returning e.id`,
);

/** Deletes old entries; row level security keeps the last six months from the service's role. */
export const deleteOldEntries: TakeOld = (accountId, before, count) =>
  map(writeRows(DELETE_OLD_ENTRIES, [accountId, lastIdAt(before), count]), (rows) => rows.length);

/** Greatest id of this millisecond: a UUID of version 7 begins with the milliseconds since 1970. */
function lastIdAt(moment: Date): string {
  const milliseconds = Math.max(moment.getTime(), 0).toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-ffff-ffff-ffffffffffff`;
}
