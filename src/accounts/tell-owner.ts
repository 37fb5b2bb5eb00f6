import { v7 as uuidv7 } from 'uuid';
import type { MailKind } from '../contract/mail';
import type { KeyEvent, NotificationType, WARNING_TYPE } from '../contract/notification';
import type { GivenRole } from '../contract/members/roles';
import { brasiliaTime } from '../common/brasilia-time';
import { prepared, publishing, write } from '../database/query';
import { isInvented } from './invented-address';

const INSERT_NOTIFICATION = prepared(
  'insert_notification',
  `insert into notifications (account_id, id, type, subject_id, message, lead_id, created_at)
   values ($1, $2, $3, $4, $5, $6, date_trunc('milliseconds', now()))`,
);

/** Adds an entry to the account's list, in the transaction of its cause; `leadId` where it is about a lead. */
export const notify = (
  accountId: string,
  type: Exclude<NotificationType, typeof WARNING_TYPE>,
  subjectId: string,
  message: string,
  leadId: string | null = null,
) => {
  const id = uuidv7();
  return publishing(write(INSERT_NOTIFICATION, [accountId, id, type, subjectId, message, leadId]), 'notification', id);
};

const INSERT_MAIL = prepared(
  'insert_mail',
  `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
   values ($1, $2, $3, $4, $5, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()))`,
);

/** A sign-in link in a mail, each of another account. */
export interface MailedLink {
  readonly account_id: string;
  readonly account: string;
  readonly link_id: string;
}

/** What the text of a mail needs. An invitation has `link_id`, another mail with links has `links`; release 1.2.0 writes both. */
export interface MailParams {
  readonly account?: string;
  readonly key?: string;
  readonly hint?: string;
  readonly ends?: string;
  readonly link_id?: string;
  readonly links?: readonly MailedLink[];
  /** Days for which the link of an invitation is valid. */
  readonly invitation_days?: number;
  /** Role of the invited member. */
  readonly role?: GivenRole;
}

/** Adds a mail to the outbox, in the transaction of its cause; skips invented addresses. */
export const enqueueMail = (accountId: string, kind: MailKind, recipient: string, params: MailParams) =>
  isInvented(recipient)
    ? undefined
    : write(INSERT_MAIL, [accountId, uuidv7(), kind, recipient, JSON.stringify(params)]);

interface NamedKey {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
}

interface Ending {
  /** Moment at which a replaced key ends. */
  readonly endsAt?: Date;
  /** Whether its end is in the owner's list already. */
  readonly isListed?: boolean;
}

/** What has happened to a key, in the message of its notification. */
const KEY_EVENT_TEXTS: Readonly<Record<KeyEvent, string>> = {
  'api_key.created': 'foi criada',
  'api_key.revoked': 'foi revogada',
};

/** Notifies the owner of a created or revoked key, in the application and by e-mail (section 5, point 6). */
export function notifyOfKey(
  account: { readonly id: string; readonly name: string; readonly ownerEmail: string },
  type: KeyEvent,
  key: NamedKey,
  { endsAt, isListed = false }: Ending = {},
) {
  const ends = endsAt && brasiliaTime(endsAt);
  const event = ends ? `foi substituída e vale até ${ends}` : KEY_EVENT_TEXTS[type];
  const params = { account: account.name, key: key.name, hint: key.hint, ...(ends && { ends }) };
  return [
    isListed
      ? undefined
      : notify(account.id, type, key.id, `A chave de API “${key.name}” (final ${key.hint}) ${event}.`),
    enqueueMail(account.id, type, account.ownerEmail, params),
  ];
}
