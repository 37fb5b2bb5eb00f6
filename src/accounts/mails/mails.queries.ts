import { v7 as uuidv7 } from 'uuid';
import { selection } from '../../database/columns';
import { map, prepared, readRows, write } from '../../database/query';
import type { Mail } from './mails';
import { OutboxMail } from './outbox-mail.entity';

/** Owner of the demo account; .invalid (RFC 6761) has no domains, so no mail can reach a stranger. */
export const DEMO_ADDRESS = 'demo@entrada.invalid';

/** Address in earlier releases. */
const FORMER_DEMO_ADDRESS = 'demo@example.com';

export const DEMO_ADDRESSES = [DEMO_ADDRESS, FORMER_DEMO_ADDRESS];

/** Whether the address is invented: no mail is ever sent there. */
export const isInvented = (address: string): boolean =>
  /[@.]invalid$/i.test(address) || address.toLowerCase() === FORMER_DEMO_ADDRESS;

const INSERT_MAIL = prepared(
  'insert_mail',
  `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
   values ($1, $2, $3, $4, $5, date_trunc('milliseconds', now()), date_trunc('milliseconds', now()))`,
);

/** Adds a mail to the outbox, in the transaction of its cause; skips invented addresses. */
export const enqueueMail = (accountId: string, recipient: string, { kind, params }: Mail) =>
  isInvented(recipient)
    ? undefined
    : write(INSERT_MAIL, [accountId, uuidv7(), kind, recipient, JSON.stringify(params)]);

export type InvitationMail = Pick<OutboxMail, 'recipient' | 'createdAt' | 'sentAt' | 'deadAt'>;

const LIST_INVITATIONS = prepared(
  'list_invitation_mails',
  `select ${selection(OutboxMail, 'o', ['recipient', 'createdAt', 'sentAt', 'deadAt'])} from outbox o
   where o.account_id = $1 and o.recipient = any($2::text[]) and o.kind = 'sign_in_link' and o.params ? 'role' order by o.id`,
);

/** The newest invitation to each of these addresses. */
export const mapInvitationMails = (accountId: string, recipients: readonly string[]) =>
  map(
    readRows<InvitationMail>(LIST_INVITATIONS, [accountId, recipients]),
    (mails) => new Map(mails.map((mail) => [mail.recipient, mail])),
  );
