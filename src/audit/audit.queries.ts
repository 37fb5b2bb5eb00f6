import { v7 as uuidv7 } from 'uuid';
import type { Author } from '../accounts/actor';
import type { StoredEntry } from './audit-entry';
import { StoredAuditEntry } from './audit-entry.entity';
import type { AuditAction, Subject } from '../contract/audit';
import { inOrder, inserted, propertiesOf } from '../database/columns';
import { firstIdAt, midnight } from '../database/first-id';
import { planned, prepared, readRows, write } from '../database/query';

const WRITTEN = propertiesOf(StoredAuditEntry);

const INSERT_AUDIT_ENTRY = prepared(
  'insert_audit_entry',
  `insert into audit_entries ${inserted(StoredAuditEntry, WRITTEN)} on conflict do nothing`,
);

/** Adds an entry to the audit trail, in the transaction of the action: neither exists without the other. It may be sent again. */
export const recordAudit = (accountId: string, author: Author, action: AuditAction, subject?: Subject) => {
  const at = new Date();
  const entry: StoredAuditEntry = {
    accountId,
    id: uuidv7({ msecs: at.getTime() }),
    at,
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
