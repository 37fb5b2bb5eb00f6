import { BULK_CHANGES } from './lead';
import { CLOSING_FIGURES } from './deal';
import {
  COUNT,
  described,
  FLAG,
  ID,
  listOf,
  MOMENT,
  MONEY,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  type Shape,
  TEXT,
} from './document/shape';
import { ORIGINS } from './origin';

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
  'leads.bulk_changed',
  'deal.value_changed',
  'deal.closing_corrected',
  'deal.closing_undone',
  'activity.changed',
  'activity.deleted',
  'held_submission.applied',
  'held_submission.dismissed',
  'import.started',
  'source.created',
  'source.changed',
  'source.address',
  'source.deleted',
  'pipeline.created',
  'pipeline.changed',
  'pipeline.deleted',
  'stage.created',
  'stage.changed',
  'stage.deleted',
  'rota.changed',
  'loss_reasons.changed',
  'member.invited',
  'member.link_shown',
  'member.calendar_created',
  'member.calendar_ended',
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
  'deal',
  'held_submission',
  'import',
  'lead',
  'member',
  'pipeline',
  'session',
  'sign_in_link',
  'source',
  'stage',
] as const;

/** Subject of an action: an id, never the content. */
const SUBJECT = object({ type: oneOf(SUBJECT_TYPES), id: ID });
export type Subject = Of<typeof SUBJECT>;

/** Fields of a pipeline and of a stage. */
const CHANGED_FIELDS = [
  'name',
  'is_default',
  'order',
  'is_entry',
  'is_won',
  'is_lost',
  'is_scheduling',
  'is_sale',
  'value',
] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

const changeOf = <T>(value: Shape<T>) => object({ before: value, after: value });

/** What an action changed: each property belongs to some actions. */
const AUDIT_DETAILS = named(
  'AuditDetails',
  object({
    value: optional(described(changeOf(orNull(MONEY)), 'Of a deal or a stage, in reais.')),
    closing: optional(
      described(
        object({ before: CLOSING_FIGURES, after: orNull(CLOSING_FIGURES), reason_changed: FLAG }),
        'How a deal had ended; `after` is null where it goes on.',
      ),
    ),
    fields: optional(described(listOf(oneOf(CHANGED_FIELDS)), 'The changed fields of a pipeline or a stage.')),
    members: optional(described(changeOf(listOf(ID)), 'Of a rota.')),
    count: optional(described(changeOf(COUNT), 'How many reasons of a loss the account lists.')),
    merged_into: optional(described(ID, 'The lead that stayed; the subject is the other one.')),
    ended_deals: optional(described(listOf(ID), 'Deals that ended with the merge.')),
    bulk: optional(
      object({
        change: oneOf(BULK_CHANGES),
        leads: described(COUNT, 'Of which the change was asked; the entry is written with the first that changes.'),
        stage_id: optional(ID),
        responsible_id: optional(orNull(ID)),
        origin: optional(oneOf(ORIGINS)),
      }),
    ),
  }),
);
export type AuditDetails = Of<typeof AUDIT_DETAILS>;

const ENTRY_FIELDS = {
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
  details: orNull(AUDIT_DETAILS),
};

/** An entry as an export of a member has it. */
export const EXPORTED_AUDIT_ENTRY = object(ENTRY_FIELDS);

export const AUDIT_ENTRY = named(
  'AuditEntry',
  object({
    ...ENTRY_FIELDS,
    lead_id: described(orNull(ID), 'The lead that it is about; of a merged one the lead that it is part of now.'),
  }),
);
export type AuditEntry = Of<typeof AUDIT_ENTRY>;
