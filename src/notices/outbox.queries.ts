import { OutboxMail } from '../accounts/mails/outbox-mail.entity';
import type { Mail } from '../accounts/mails/mails';
import { MAIL_KINDS, type MailState } from '../contract/mail';
import { selection } from '../database/columns';
import type { OfAccount, TakeOld } from '../common/process/jobs';
import { AMONG_ACCOUNTS, type AccountSearch } from '../accounts/search-accounts';
import {
  acrossAccounts,
  map,
  prepared,
  publishing,
  type Query,
  readRow,
  readRows,
  write,
  writeRow,
  writeRows,
} from '../database/query';

const IN_STATE: Readonly<Record<MailState, string>> = {
  dead: 'o.dead_at is not null',
  pending: 'o.dead_at is null and o.sent_at is null',
  sent: 'o.sent_at is not null',
};

/** Mails of all accounts in a state, newest first, after this id. */
export const listMails = (state: MailState, before: string, count: number) =>
  readRows<OutboxMail>(
    acrossAccounts(
      `select ${selection(OutboxMail, 'o')} from outbox o where ${IN_STATE[state]} and o.id < $1 order by o.id desc limit $2`,
    ),
    [before, count],
  );

const FIND_ACCOUNT = acrossAccounts(`select account_id as "accountId" from outbox where id = $1`);

export const findAccountOfMail = (id: string) => readRow<OfAccount>(FIND_ACCOUNT, [id]);

const REVIVE_MAIL = prepared(
  'revive_mail',
  `update outbox o set dead_at = null, attempts = 0, next_attempt_at = $3, retried_at = $3
   where o.account_id = $1 and o.id = $2 and o.sent_at is null returning ${selection(OutboxMail, 'o')}`,
);

/** Makes a mail due as if it were new; undefined when it is sent. */
export const reviveMail = (accountId: string, id: string, now: Date) =>
  writeRow<OutboxMail>(REVIVE_MAIL, [accountId, id, now]);

export type ClaimedMail = Mail & {
  readonly accountId: string;
  readonly id: string;
  readonly recipient: string;
  readonly createdAt: Date;
  readonly retriedAt: Date | null;
  /** Includes this attempt, so it identifies the claim: an expired claim has a lower number than the next. */
  readonly attempts: number;
  readonly lastError: string | null;
};

/** Other kinds wait for an instance of a release that knows them. */
const IS_KNOWN = `kind in (${MAIL_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

const LIST_DUE_ACCOUNTS = acrossAccounts(
  `select account_id as "accountId" from outbox
   where ${AMONG_ACCOUNTS} and sent_at is null and dead_at is null and next_attempt_at <= clock_timestamp() and attempts < $2
     and ${IS_KNOWN}
   group by account_id order by min(next_attempt_at)`,
);

/** Accounts with due mails, the longest waiting first. */
export const listDueAccounts =
  (maxAttempts: number): AccountSearch<OfAccount> =>
  (accounts) =>
    readRows(LIST_DUE_ACCOUNTS, [accounts, maxAttempts]);

const CLAIM_MAIL = prepared(
  'claim_mail',
  `update outbox set attempts = attempts + 1, next_attempt_at = $3
   where account_id = $1 and id = (
     select o.id from outbox o
     where o.account_id = $1 and o.sent_at is null and o.dead_at is null and o.next_attempt_at <= $2 and o.attempts < $4
       and o.${IS_KNOWN}
     order by o.next_attempt_at limit 1 for update skip locked)
   returning account_id as "accountId", id, kind, recipient, params, created_at as "createdAt", retried_at as "retriedAt", attempts, last_error as "lastError"`,
);

/** Claims one due mail: no other worker takes it before `leaseEnd`, when it is due again if this worker is killed. */
export const claimMail = (accountId: string, now: Date, leaseEnd: Date, maxAttempts: number) =>
  writeRow<ClaimedMail>(CLAIM_MAIL, [accountId, now, leaseEnd, maxAttempts]);

/** Whether the claim is valid: no other worker took the mail, and it was not erased. */
const IS_CLAIMED = `account_id = $1 and id = $2 and attempts = $3 and sent_at is null and dead_at is null`;

const EXTEND_CLAIM = prepared(
  'hold_mail',
  `update outbox set next_attempt_at = greatest(next_attempt_at, $4) where ${IS_CLAIMED} returning id`,
);

/** Extends a claim during the sending; undefined when it is lost. */
export const extendClaim = ({ accountId, id, attempts }: ClaimedMail, leaseEnd: Date) =>
  writeRow<{ id: string }>(EXTEND_CLAIM, [accountId, id, attempts, leaseEnd]);

const HAND_OVER_MAIL = prepared(
  'hand_over_mail',
  `update outbox set next_attempt_at = $4, last_error = $5 where ${IS_CLAIMED} returning id`,
);

/** Records, before a mail's end is sent, that the server may have it; after a killed worker it is due at `nextAttemptAt`. */
export const handOver = ({ accountId, id, attempts }: ClaimedMail, nextAttemptAt: Date, error: string) =>
  writeRow<{ id: string }>(HAND_OVER_MAIL, [accountId, id, attempts, nextAttemptAt, error]);

const MARK_SENT = prepared(
  'mark_mail_sent',
  `update outbox set sent_at = $3, last_error = null where account_id = $1 and id = $2`,
);

/** Consoles show the team what became of an invitation. */
const shownToTeam = <T>({ params }: ClaimedMail, change: Query<T, 'write'>) =>
  'role' in params ? publishing(change, 'notification') : change;

export const markSent = (mail: ClaimedMail, at: Date) =>
  shownToTeam(mail, write(MARK_SENT, [mail.accountId, mail.id, at]));

const MARK_FAILED = prepared(
  'mark_mail_failed',
  `update outbox set next_attempt_at = $4, dead_at = $5, last_error = $6 where ${IS_CLAIMED}`,
);

/** `deadAt` is set when the mail is given up. `error` contains only masked addresses. */
export const markFailed = (mail: ClaimedMail, nextAttemptAt: Date, deadAt: Date | null, error: string) => {
  const change = write(MARK_FAILED, [mail.accountId, mail.id, mail.attempts, nextAttemptAt, deadAt, error]);
  return deadAt ? shownToTeam(mail, change) : change;
};

const DELETE_SENT_MAILS = prepared(
  'delete_sent_mails',
  `with old as materialized (
     select account_id, id from outbox where account_id = $1 and sent_at <= $2
     order by sent_at limit $3 for update skip locked)
   delete from outbox o using old n where n.account_id = $1 and o.account_id = $1 and o.id between n.id and n.id
   returning o.id`,
);

/** Deletes sent mails. Waiting and failed mails stay, because they can still be sent. */
export const deleteSentMails: TakeOld = (...values) => map(writeRows(DELETE_SENT_MAILS, values), (rows) => rows.length);
