import { KEY_EVENTS } from './notification';
import { COUNT, ID, MOMENT, named, object, type Of, oneOf, orNull, TEXT, told } from './shape';

/** What an e-mail is about; its text is made from its params when it is sent. They never hold a key or a token. */
const MAIL_KINDS = [...KEY_EVENTS, 'sign_in_link'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** The states of a mail. */
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
