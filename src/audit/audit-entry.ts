import type { ActorType, AuditEntry } from '../contract/audit';

/** Author of an audited action. `id`: the member's or the key's, or the job's name; the operator has none. */
export interface Actor {
  readonly type: ActorType;
  readonly id: string | null;
  /** The client's whole address (`clientAddress`); a job has none. */
  readonly address: string | null;
}

/** An actor for a background job. */
export const jobActor = (name: string): Actor => ({ type: 'job', id: name, address: null });

export interface StoredEntry extends Omit<AuditEntry, 'at'> {
  readonly at: Date;
}

/** Shows an entry in the admin API. */
export const auditView = (entry: StoredEntry): AuditEntry => ({ ...entry, at: entry.at.toISOString() });
