import { pagedOf } from './envelope';
import { MAX_UNREAD_COUNT } from './limits';
import { COUNT, ID, listOf, MOMENT, named, object, type Of, oneOf, optional, orNull, TEXT, told } from './shape';

/** What an owner is told by a notification and by e-mail (specification, section 6). */
export const KEY_EVENTS = ['api_key.created', 'api_key.revoked'] as const;
export type KeyEvent = (typeof KEY_EVENTS)[number];

/** Warnings that last as long as their cause: computed, not stored. */
export const WARNING_TYPE = 'pipeline.not_configured';

/** The kinds of entries in an owner's list. */
const NOTIFICATION_TYPES = [...KEY_EVENTS, 'submission.held', 'automation.notice', WARNING_TYPE] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** An entry of the owner's list. */
export const NOTIFICATION = named(
  'Notification',
  object({
    id: ID,
    type: told(
      oneOf(NOTIFICATION_TYPES),
      '`pipeline.not_configured` comes first and stays unread for as long as new leads are refused.',
    ),
    message: TEXT,
    created_at: MOMENT,
    read_at: orNull(MOMENT),
    lead: optional(
      told(
        object({ id: ID, name: orNull(TEXT) }),
        'With `automation.notice` only: the lead that it is about, with its present name.',
      ),
    ),
  }),
);
export type NotificationView = Of<typeof NOTIFICATION>;

/** A page of the owner's list, and how many entries are unread. */
export const NOTIFICATIONS = pagedOf(listOf(NOTIFICATION), {
  unread: told(COUNT, `Counted up to ${MAX_UNREAD_COUNT}.`),
});
