import { pagedOf } from './document/route-text';
import { MAX_UNREAD_COUNT, SEARCHED_NOTIFICATIONS } from './limits';
import {
  COUNT,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  TEXT,
  described,
} from './document/shape';

/** Events that notify the owner in the application and by e-mail (specification, section 6). */
export const KEY_EVENTS = ['api_key.created', 'api_key.revoked'] as const;
export type KeyEvent = (typeof KEY_EVENTS)[number];

/** A warning that lasts as long as its cause: computed, not stored. */
export const WARNING_TYPE = 'pipeline.not_configured';

const NOTIFICATION_TYPES = [
  ...KEY_EVENTS,
  'submission.held',
  'automation.notice',
  'source.created',
  'source.kept',
  WARNING_TYPE,
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const NOTIFICATION = named(
  'Notification',
  object({
    id: ID,
    type: described(
      oneOf(NOTIFICATION_TYPES),
      '`pipeline.not_configured` comes first and stays unread for as long as new leads are refused.',
    ),
    message: TEXT,
    created_at: MOMENT,
    read_at: described(
      orNull(MOMENT),
      'When the caller read it; what is older than a membership counts as read at its start.',
    ),
    lead: optional(
      described(
        object({ id: ID, name: orNull(TEXT) }),
        'With `automation.notice` only: the lead that it is about, with its present name.',
      ),
    ),
  }),
);
export type NotificationView = Of<typeof NOTIFICATION>;

/** A page of the list, with the number of unread entries. */
export const NOTIFICATIONS = pagedOf(listOf(NOTIFICATION), {
  unread: described(
    COUNT,
    `Counted up to ${MAX_UNREAD_COUNT}; for members other than the owner, among the newest ${SEARCHED_NOTIFICATIONS} of the account.`,
  ),
});
