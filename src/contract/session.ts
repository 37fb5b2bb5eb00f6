import { ACCOUNT_NAME } from './account';
import { MEMBER_NAME } from './members/member';
import { FLAG, ID, MOMENT, named, object, type Of, only, optional, orNull, TEXT, described } from './document/shape';

export const SESSION = named(
  'Session',
  object({
    id: ID,
    member: MEMBER_NAME,
    device: described(orNull(TEXT), 'Browser and system in words; null when they are unknown.'),
    remembered: described(FLAG, 'Whether it lasts 30 days.'),
    calendar: optional(described(only(true), 'Where it is an address for calendars, which only reads the agenda.')),
    created_at: MOMENT,
    last_used_at: described(MOMENT, 'Exact to the minute.'),
    expires_at: described(MOMENT, 'The latest end; an unused session ends earlier.'),
    current: described(FLAG, 'Whether it is the session of this call.'),
  }),
);
export type SessionView = Of<typeof SESSION>;

/** A new session; its token is also the cookie. */
export const NEW_SESSION = object({ token: TEXT, expires_at: MOMENT });
export type NewSession = Of<typeof NEW_SESSION>;

/** A session begun by the operator, with an address that opens the console. */
export const GIVEN_SESSION = object({ token: TEXT, expires_at: MOMENT, console_url: TEXT });
export type GivenSession = Of<typeof GIVEN_SESSION>;

/** A sign-in link to hand over. */
export const GIVEN_LINK = object({ console_url: TEXT, expires_at: MOMENT });
export type GivenLink = Of<typeof GIVEN_LINK>;

/** Answer to a request for a sign-in link; the same for every address. */
export const LINK_REQUESTED = object({
  received: only(true),
  sends_mail: described(FLAG, 'Whether this installation sends mail; without, no link arrives.'),
});
export type LinkRequested = Of<typeof LINK_REQUESTED>;

/** Account that a sign-in link would open. */
export const LINK_LOOK = named('LinkLook', object({ account: ACCOUNT_NAME, expires_at: MOMENT }));
export type LinkLook = Of<typeof LINK_LOOK>;
