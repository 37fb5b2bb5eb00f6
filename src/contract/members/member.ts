import { MAIL_STATES } from '../mail';
import { ALL_RIGHTS, ROLES } from './roles';
import { MESSAGE_TEMPLATE } from '../message-template';
import {
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
  shape,
  TEXT,
  described,
} from '../document/shape';

/** Name of a member whose data was emptied. */
export const REMOVED_MEMBER = 'Pessoa removida';

const ROLE = oneOf(ROLES);

/** A member as a lead, a move or a session names them. */
export const MEMBER_NAME = object({ id: ID, name: TEXT });

/** The member who looks after a lead; in the shapes of the admin API only. */
export const RESPONSIBLE = described(orNull(MEMBER_NAME), 'The member who looks after the lead; null: nobody.');

/** How a lead came to a member. */
export const ASSIGNED_BY = ['staff', 'rota', 'hand_over'] as const;
export type AssignedBy = (typeof ASSIGNED_BY)[number];
export type MemberName = Of<typeof MEMBER_NAME>;

/** The mail of an invitation; `none`: there is none any more, `unsendable`: none can be sent. */
export const INVITATION_STATES = [...MAIL_STATES, 'none', 'unsendable'] as const;

export const INVITATION = object({
  state: oneOf(INVITATION_STATES),
  at: described(orNull(MOMENT), 'When the mail was sent or given up, or since when it waits.'),
});
export type Invitation = Of<typeof INVITATION>;

export const MEMBER = named(
  'Member',
  described(
    object({
      id: ID,
      name: TEXT,
      email: optional(described(orNull(TEXT), 'Null once the member was anonymised.')),
      role: ROLE,
      active: FLAG,
      away_until: optional(described(orNull(DAY), 'The last day away, in Brasília.')),
      created_at: optional(MOMENT),
      last_seen_at: optional(described(orNull(MOMENT), 'Exact to the minute.')),
      invitation: optional(
        described(
          INVITATION,
          'Mail of the newest invitation, while the member has never signed in; not of the owner. `dead` is given up; `none`: there is no mail any more; `unsendable`: this installation sends no mail, or none to this address.',
        ),
      ),
      handing_over: optional(
        described(
          shape<number>({ type: 'integer', minimum: 0 }),
          'Leads that still go to somebody else; only of a deactivated member.',
        ),
      ),
    }),
    'Sellers see `id`, `name`, `role` and `active` only.',
  ),
);
export type MemberView = Of<typeof MEMBER>;

/** The caller: a member of the account, or the operator (`member` is null). */
export const ME = named(
  'Me',
  object({
    member: orNull(object({ id: ID, name: TEXT, email: TEXT, role: ROLE })),
    account: object({
      id: ID,
      name: TEXT,
      licence_active: optional(described(FLAG, 'Only while the licence is inactive: false.')),
    }),
    message_templates: optional(described(listOf(MESSAGE_TEMPLATE), 'As the account has them; absent without any.')),
    sends_mail: optional(described(FLAG, 'Only while the installation sends no mail: false.')),
    may: described(listOf(oneOf(ALL_RIGHTS)), 'What the caller may do, as the console shows it.'),
  }),
);
export type Me = Of<typeof ME>;
