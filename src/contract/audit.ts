import { ID, MOMENT, named, object, type Of, oneOf, orNull, TEXT, described } from './document/shape';

export const AUDIT_ACTIONS = [
  'session.begun',
  'session.ended',
  'sign_in_link.sent',
  'sign_in_link.given',
  'api_key.created',
  'api_key.renamed',
  'api_key.replaced',
  'api_key.revoked',
  'leads.exported',
  'person.exported',
  'person.erased',
  'lead.merged',
  'lead.phone',
  'activity.changed',
  'activity.deleted',
  'held_submission.applied',
  'held_submission.dismissed',
  'import.started',
  'source.created',
  'source.changed',
  'source.address',
  'source.deleted',
  'member.invited',
  'member.link_shown',
  'member.changed',
  'member.deactivated',
  'member.exported',
  'member.anonymised',
  'account.opened',
  'account.changed',
  'account.closing',
  'account.restored',
  'owner.changed',
  'retention.ran',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const ACTOR_TYPES = ['owner', 'member', 'operator', 'key', 'job'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Kinds of subjects; a person without a lead is a conversation, or their held submission. */
const SUBJECT_TYPES = [
  'account',
  'activity',
  'api_key',
  'conversation',
  'held_submission',
  'import',
  'lead',
  'member',
  'session',
  'sign_in_link',
  'source',
] as const;

/** Subject of an action: an id, never the content. */
const SUBJECT = object({ type: oneOf(SUBJECT_TYPES), id: ID });
export type Subject = Of<typeof SUBJECT>;

export const AUDIT_ENTRY = named(
  'AuditEntry',
  object({
    id: ID,
    at: MOMENT,
    actor: object({
      type: oneOf(ACTOR_TYPES),
      id: described(
        orNull(TEXT),
        'The member, the key or the name of the job; null for the operator. Of the owner, before 1.2, the session.',
      ),
    }),
    address: described(orNull(TEXT), 'The caller’s address as limits count it: IPv6 by its /64.'),
    action: oneOf(AUDIT_ACTIONS),
    subject: orNull(SUBJECT),
  }),
);
export type AuditEntry = Of<typeof AUDIT_ENTRY>;
