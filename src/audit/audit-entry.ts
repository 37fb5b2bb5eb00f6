/** Who does what is audited. `id`: the owner's session, the key, or the name of the job; the operator has none. */
export interface Actor {
  readonly type: 'owner' | 'operator' | 'key' | 'job';
  readonly id: string | null;
  /** The client's address, whole (`clientAddress`); a job has none. */
  readonly address: string | null;
}

/** A part of the service that acts by itself. */
export const jobActor = (name: string): Actor => ({ type: 'job', id: name, address: null });

/** Every action that the audit trail knows. */
export const AUDIT_ACTIONS = [
  'session.begun',
  'session.ended',
  'sign_in_link.sent',
  'sign_in_link.given',
  'api_key.created',
  'api_key.revoked',
  'person.exported',
  'person.erased',
  'lead.merged',
  'held_submission.applied',
  'held_submission.dismissed',
  'import.started',
  'account.opened',
  'account.changed',
  'owner.changed',
  'retention.ran',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What a subject can be. A person without a lead is a conversation, or what is held of them. */
export const SUBJECT_TYPES = [
  'account',
  'api_key',
  'conversation',
  'held_submission',
  'import',
  'lead',
  'session',
  'sign_in_link',
] as const;

/** To whom or what something was done: an id, never what it is the id of. */
export interface Subject {
  readonly type: (typeof SUBJECT_TYPES)[number];
  readonly id: string;
}

/** An entry of an account's audit trail, as the admin API shows it. */
export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: Pick<Actor, 'type' | 'id'>;
  readonly address: string | null;
  readonly action: AuditAction;
  readonly subject: Subject | null;
}
