import type { ActorType, AuditEntry } from '../contract/audit';

/** Who does what is audited. `id`: the owner's session, the key, or the name of the job; the operator has none. */
export interface Actor {
  readonly type: ActorType;
  readonly id: string | null;
  /** The client's address, whole (`clientAddress`); a job has none. */
  readonly address: string | null;
}

/** A part of the service that acts by itself. */
export const jobActor = (name: string): Actor => ({ type: 'job', id: name, address: null });

/** An entry of an account's audit trail, as it is read. */
export interface StoredEntry extends Omit<AuditEntry, 'at'> {
  readonly at: Date;
}

/** An entry as the admin API shows it. */
export const auditView = (entry: StoredEntry): AuditEntry => ({ ...entry, at: entry.at.toISOString() });
