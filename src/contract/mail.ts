import { KEY_EVENTS } from './notification';
import { COUNT, ID, MOMENT, named, object, type Of, oneOf, orNull, TEXT, described } from './document/shape';

/** Kinds of mails. Params become the text when it is sent; they never contain a key or a token. */
export const MAIL_KINDS = [...KEY_EVENTS, 'sign_in_link'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_STATES = ['dead', 'pending', 'sent'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const OUTBOX_MAIL = named(
  'OutboxMail',
  object({
    id: ID,
    account_id: ID,
    kind: oneOf(MAIL_KINDS),
    recipient: described(TEXT, 'Masked.'),
    attempts: COUNT,
    last_error: orNull(TEXT),
    created_at: MOMENT,
    sent_at: orNull(MOMENT),
    dead_at: orNull(MOMENT),
  }),
);
export type OutboxMailView = Of<typeof OUTBOX_MAIL>;
