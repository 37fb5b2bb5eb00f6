import type { MailKind } from '../contract/mail';
import { AMONG_ACCOUNTS, type Search } from '../accounts/search-accounts';
import { acrossAccounts, prepared, readRows, write, writeRow } from '../database/query';

/** A mail as the worker has claimed it. */
export interface ClaimedMail {
  readonly accountId: string;
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly params: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** Including this attempt. */
  readonly attempts: number;
}

const LIST_DUE_ACCOUNTS = acrossAccounts(
  `select account_id as id, date_trunc('milliseconds', clock_timestamp()) as now from outbox
   where ${AMONG_ACCOUNTS} and sent_at is null and dead_at is null and next_attempt_at <= clock_timestamp() and attempts < $2
   group by account_id order by min(next_attempt_at) limit 100`,
);

/** The accounts with due mails, the longest waiting first, and the database's time. */
export const listDueAccounts =
  (maxAttempts: number): Search<{ id: string; now: Date }> =>
  (accounts) =>
    readRows(LIST_DUE_ACCOUNTS, [accounts, maxAttempts]);

const CLAIM_MAIL = prepared(
  'claim_mail',
  `update outbox set attempts = attempts + 1, next_attempt_at = $3
   where account_id = $1 and id = (
     select o.id from outbox o
     where o.account_id = $1 and o.sent_at is null and o.dead_at is null and o.next_attempt_at <= $2 and o.attempts < $4
     order by o.next_attempt_at limit 1 for update skip locked)
   returning account_id as "accountId", id, kind, recipient, params, created_at as "createdAt", attempts`,
);

/** Claims one due mail of the account: no other worker takes it before `leaseEnd`. If this one is killed, it is due again then. */
export const claimMail = (accountId: string, now: Date, leaseEnd: Date, maxAttempts: number) =>
  writeRow<ClaimedMail>(CLAIM_MAIL, [accountId, now, leaseEnd, maxAttempts]);

const MARK_SENT = prepared('mark_mail_sent', `update outbox set sent_at = $3 where account_id = $1 and id = $2`);

export const markSent = (accountId: string, id: string, at: Date) => write(MARK_SENT, [accountId, id, at]);

const MARK_FAILED = prepared(
  'mark_mail_failed',
  `update outbox set next_attempt_at = $3, dead_at = $4, last_error = $5 where account_id = $1 and id = $2 and sent_at is null`,
);

/** `deadAt` is set when the mail is given up. `error` is a code, without addresses. */
export const markFailed = (mail: ClaimedMail, nextAttemptAt: Date, deadAt: Date | null, error: string) =>
  write(MARK_FAILED, [mail.accountId, mail.id, nextAttemptAt, deadAt, error]);
