import { v7 as uuidv7 } from 'uuid';
import type { Author } from '../accounts/actor';
import { StoredAuditEntry } from './audit-entry.entity';
import type { AuditAction, Subject, AuditEntry } from '../contract/audit';
import { inOrder, inserted, propertiesOf } from '../database/columns';
import { firstIdAt, midnight } from '../database/first-id';
import { planned, prepared, readRows, write, map, writeRows } from '../database/query';
import type { TakeOld } from '../common/process/jobs';

export interface StoredEntry extends Omit<AuditEntry, 'at'> {
  readonly at: Date;
}

/** Shows an entry in the admin API. */
export const auditView = (entry: StoredEntry): AuditEntry => ({ ...entry, at: entry.at.toISOString() });

const WRITTEN = propertiesOf(StoredAuditEntry);

const INSERT_AUDIT_ENTRY = prepared(
  'insert_audit_entry',
  `insert into audit_entries ${inserted(StoredAuditEntry, WRITTEN)} on conflict do nothing`,
);

/** Adds an entry to the audit trail, in the transaction of the action: neither exists without the other. It may be sent again. */
export const recordAudit = (accountId: string, author: Author, action: AuditAction, subject?: Subject) => {
  const entry: StoredAuditEntry = {
    accountId,
    id: uuidv7(),
    at: new Date(),
    actorType: author.type,
    actorId: author.memberId ?? author.keyId ?? author.job,
    address: author.address,
    action,
    subjectType: subject?.type ?? null,
    subjectId: subject?.id ?? null,
  };
  return write(INSERT_AUDIT_ENTRY, inOrder(WRITTEN, entry));
};

const LIST_AUDIT = planned(
  `select e.id, e.at, json_build_object('type', e.actor_type, 'id', e.actor_id) as actor, e.address, e.action,
          case when e.subject_id is not null then
            json_build_object('type', e.subject_type, 'id', e.subject_id) end as subject
   from audit_entries e
   where e.account_id = $1 and e.id < $2
     and e.id >= ${firstIdAt(midnight('$3::date'))} and e.id < ${firstIdAt(midnight('$4::date + 1'))}
   order by e.id desc limit $5`,
);

/** Brasília days, both included; absent ends are open. */
export interface AuditPeriod {
  readonly from?: string;
  readonly to?: string;
}

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Lists up to `count` entries of these days, newest first, after the one with the id `before`. */
export const listAudit = (
  accountId: string,
  { from = '0001-01-01', to = '9999-12-31' }: AuditPeriod,
  before: string | undefined,
  count: number,
) => readRows<StoredEntry>(LIST_AUDIT, [accountId, before ?? AFTER_ALL, from, to, count]);

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
