import { v7 as uuidv7 } from 'uuid';
import { prepared, type Queryable } from '../database/sql';
import type { Actor, AuditAction, Subject } from './audit-entry';

const INSERT_AUDIT_ENTRY = prepared(
  'insert_audit_entry',
  `insert into audit_entries (account_id, id, at, actor_type, actor_id, address, action, subject_type, subject_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** Adds an entry to the account's audit trail, in the transaction of the deed: there is none without the other. */
export const recordAudit = (
  tx: Queryable,
  accountId: string,
  actor: Actor,
  action: AuditAction,
  subject?: Subject,
): Promise<unknown> => {
  const at = new Date();
  const id = uuidv7({ msecs: at.getTime() });
  const who = [actor.type, actor.id, actor.address];
  return tx.rows(INSERT_AUDIT_ENTRY, [accountId, id, at, ...who, action, subject?.type ?? null, subject?.id ?? null]);
};
