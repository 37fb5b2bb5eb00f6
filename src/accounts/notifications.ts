import { v7 as uuidv7 } from 'uuid';
import type { KeyEvent, NotificationType, WARNING_TYPE } from '../contract/notification';
import { brasiliaTime } from '../common/brasilia-time';
import { prepared, publishing, write } from '../database/query';
import { enqueueMail } from './mails/mails.queries';

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
    enqueueMail(account.id, account.ownerEmail, { kind: type, params }),
  ];
}
