import { MAIL_KINDS } from './notice';
import { COUNT, ID, MOMENT, named, object, type Of, oneOf, orNull, TEXT, told } from './shape';

/** How a mail stands. */
export const MAIL_STATES = ['dead', 'pending', 'sent'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail as the operator sees it. */
export const OUTBOX_MAIL = named(
  'OutboxMail',
  object({
    id: ID,
    account_id: ID,
    kind: oneOf(MAIL_KINDS),
    recipient: told(TEXT, 'Masked.'),
    attempts: COUNT,
    last_error: orNull(TEXT),
    created_at: MOMENT,
    sent_at: orNull(MOMENT),
    dead_at: orNull(MOMENT),
  }),
);
export type OutboxMailView = Of<typeof OUTBOX_MAIL>;
