import { v7 as uuidv7 } from 'uuid';
import type { Author } from '../accounts/actor';
import { StoredAuditEntry } from './audit-entry.entity';
import type { AuditAction, AuditDetails, Subject } from '../contract/audit';
import { inOrder, inserted, propertiesOf } from '../database/columns';
import { prepared, write, map, writeRows } from '../database/query';
import type { TakeOld } from '../common/process/jobs';

const WRITTEN = propertiesOf(StoredAuditEntry);

const INSERT_AUDIT_ENTRY = prepared(
  'insert_audit_entry',
  `insert into audit_entries ${inserted(StoredAuditEntry, WRITTEN)} on conflict do nothing`,
);

/** Writes an entry of the audit trail. */
export type AuditWrite = ReturnType<typeof recordAudit>;

interface About {
  /** The lead, where the subject is another thing. */
  readonly leadId?: string;
  readonly details?: AuditDetails;
}

/** Adds an entry to the audit trail, in the transaction of the action: neither exists without the other. It may be sent again. */
export const recordAudit = (
  accountId: string,
  author: Author,
  action: AuditAction,
  subject?: Subject,
  { leadId, details }: About = {},
) => {
  const entry = {
    accountId,
    id: uuidv7(),
    at: new Date(),
    actorType: author.type,
    actorId: author.memberId ?? author.keyId ?? author.job,
    address: author.address,
    action,
    subjectType: subject?.type ?? null,
    subjectId: subject?.id ?? null,
    leadId: leadId ?? null,
    details: details ? JSON.stringify(details) : null,
  } satisfies Record<keyof StoredAuditEntry, unknown>;
  return write(INSERT_AUDIT_ENTRY, inOrder(WRITTEN, entry));
};

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
