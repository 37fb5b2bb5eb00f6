import { ACCOUNT_NAME } from './account';
import { AUDIT_ENTRY } from './audit';
import { MAX_EXPORTED_OF_MEMBER } from './limits';
import { ALL_RIGHTS, ROLES } from './roles';
import {
  COUNT,
  DAY,
  FLAG,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  type Shape,
  shape,
  TEXT,
  told,
} from './document/shape';

/** Name of a member whose data was emptied. */
export const REMOVED_MEMBER = 'Pessoa removida';

const ROLE = oneOf(ROLES);

/** A member as a lead, a move or a session names them. */
export const MEMBER_NAME = object({ id: ID, name: TEXT });

/** The member who looks after a lead; in the shapes of the admin API only. */
export const RESPONSIBLE = told(orNull(MEMBER_NAME), 'The member who looks after the lead; null: nobody.');

/** How a lead came to a member. */
export const ASSIGNED_BY = ['staff', 'rota', 'hand_over'] as const;
export type AssignedBy = (typeof ASSIGNED_BY)[number];
export type MemberName = Of<typeof MEMBER_NAME>;

export const MEMBER = named(
  'Member',
  told(
    object({
      id: ID,
      name: TEXT,
      email: optional(told(orNull(TEXT), 'Null once the member was anonymised.')),
      role: ROLE,
      active: FLAG,
      away_until: optional(told(orNull(DAY), 'The last day away, in Brasília.')),
      created_at: optional(MOMENT),
      last_seen_at: optional(told(orNull(MOMENT), 'Exact to the minute.')),
      handing_over: optional(
        told(
          shape<number>({ type: 'integer', minimum: 0 }),
          'Leads that still go to somebody else; only of a deactivated member.',
        ),
      ),
    }),
    'Sellers see `id`, `name`, `role` and `active` only.',
  ),
);
export type MemberView = Of<typeof MEMBER>;

/** All of a kind, counted, and the newest. */
const newestOf = <T>(item: Shape<T>) =>
  told(object({ count: COUNT, newest: listOf(item) }), `The newest ${MAX_EXPORTED_OF_MEMBER} at most.`);

/** What an account holds of a member. */
export const MEMBER_EXPORT = named(
  'MemberExport',
  object({
    member: MEMBER,
    sessions: listOf(
      object({ id: ID, device: orNull(TEXT), created_at: MOMENT, last_used_at: MOMENT, expires_at: MOMENT }),
    ),
    sign_in_links: listOf(object({ id: ID, created_at: MOMENT, expires_at: MOMENT, used_at: orNull(MOMENT) })),
    responsible_for: told(COUNT, 'Leads that they look after now.'),
    assignments: told(
      newestOf(
        object({
          id: ID,
          lead_id: ID,
          from_member_id: orNull(ID),
          to_member_id: orNull(ID),
          assigned_by: oneOf(ASSIGNED_BY),
          member_id: told(orNull(ID), 'Who made it, where a member did.'),
          assigned_at: MOMENT,
        }),
      ),
      'Of leads from or to them, or by them.',
    ),
    stage_moves: told(
      newestOf(object({ id: ID, lead_id: ID, deal_id: ID, from_stage_id: ID, to_stage_id: ID, moved_at: MOMENT })),
      'Of deals, by them.',
    ),
    audit_entries: told(newestOf(AUDIT_ENTRY), 'What they did, as the audit trail has it.'),
    mails: told(
      newestOf(object({ id: ID, kind: TEXT, created_at: MOMENT, sent_at: orNull(MOMENT) })),
      'To their address, as long as the outbox keeps them.',
    ),
    rotas: listOf(object({ pipeline_id: ID })),
    notifications_read: COUNT,
  }),
);
export type MemberExport = Of<typeof MEMBER_EXPORT>;

/** The caller: a member of the account, or the operator (`member` is null). */
export const ME = named(
  'Me',
  object({
    member: orNull(object({ id: ID, name: TEXT, email: TEXT, role: ROLE })),
    account: ACCOUNT_NAME,
    may: told(listOf(oneOf(ALL_RIGHTS)), 'What the caller may do, as the console shows it.'),
  }),
);
export type Me = Of<typeof ME>;
