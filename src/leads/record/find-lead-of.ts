import { isSeen, type Viewer } from '../../accounts/members/viewer';
import { map, prepared, readRow } from '../../database/query';

/** Makes the query for the id of the lead that a row of this table belongs to; undefined for a row whose lead the viewer may not see. */
export function findLeadOf(name: string, table: 'deals' | 'activities' | 'appointments') {
  const statement = prepared(
    name,
    `select x.lead_id as "leadId" from ${table} x
     where x.account_id = $1 and x.id = $2
       and (select ${isSeen('l', '$3')} from leads l where l.account_id = $1 and l.id = x.lead_id)`,
  );
  return (accountId: string, viewer: Viewer, id: string) =>
    map(readRow<{ leadId: string }>(statement, [accountId, id, viewer]), (row) => row?.leadId);
}
