import type { AuditEntry } from '../contract/audit';

export interface StoredEntry extends Omit<AuditEntry, 'at'> {
  readonly at: Date;
}

/** Shows an entry in the admin API. */
export const auditView = (entry: StoredEntry): AuditEntry => ({ ...entry, at: entry.at.toISOString() });
