import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isInvented } from '../accounts/invented-address';
import { searchAccounts } from '../accounts/search-accounts';
import { SignInLink } from '../auth/sign-in-link.entity';
import { LINK_MS } from '../auth/sign-in-links.service';
import { keptLinkToken } from '../auth/sign-in-token';
import { runJob } from '../common/jobs';
import { log } from '../common/log';
import { Config } from '../config';
import { Database } from '../database/database';
import { mailOf } from './mail-of';
import { Mailer } from './mailer';
import { maskedAddress } from './masked-address';
import { claimMail, type ClaimedMail, listDueAccounts, markFailed, markSent } from './outbox.queries';

const MAX_ATTEMPTS = 20;
const MAX_BACKOFF_MS = 10 * 60_000;
const ACCOUNTS_AT_ONCE = 5;

/**
 * Sends the mails of the outbox, on any number of instances. Each is sent at least once, even when a process is killed. A mail
 * is claimed for a time, sent outside any transaction, and marked as sent. When a claim runs out, another worker may take the
 * mail. So a mail may be sent twice, with the same Message-ID.
 */
@Injectable()
export class OutboxWorker {
  /** How long a claim holds, in milliseconds; longer than the mailer's time-outs. */
  leaseMs = 60_000;
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  @Interval(1_000)
  async tick(): Promise<void> {
    this.running ??= runJob('outbox', () => this.deliverDue()).finally(() => (this.running = undefined));
    await this.running;
  }

  /** Delivers until nothing is due, and throws when some accounts could not be searched. Without SMTP_URL each mail is logged once and stays. */
  async deliverDue(): Promise<void> {
    const maxAttempts = this.mailer.isConfigured ? MAX_ATTEMPTS : 1;
    for (;;) {
      const { rows: accounts, failure } = await searchAccounts(this.database, listDueAccounts(maxAttempts));
      if (accounts.length === 0 && failure) throw failure;
      if (accounts.length === 0) return;
      for (let start = 0; start < accounts.length; start += ACCOUNTS_AT_ONCE) {
        const some = accounts.slice(start, start + ACCOUNTS_AT_ONCE);
        await Promise.all(some.map(({ id, now }) => this.deliverAccount(id, now, maxAttempts)));
      }
    }
  }

  private async deliverAccount(accountId: string, now: Date, maxAttempts: number): Promise<void> {
    const leaseEnd = new Date(now.getTime() + this.leaseMs);
    for (;;) {
      const mail = await this.database.write(claimMail(accountId, now, leaseEnd, maxAttempts));
      if (!mail) return;
      await this.deliver(mail, now);
    }
  }

  private async deliver(mail: ClaimedMail, now: Date): Promise<void> {
    if (!this.mailer.isConfigured) {
      log.info({ kind: mail.kind, to: maskedAddress(mail.recipient) }, 'mail kept in the outbox: no SMTP_URL');
      await this.database.write(markFailed(mail, now, null, 'no SMTP_URL'));
      return;
    }
    // Older releases stored such mails.
    if (isInvented(mail.recipient)) {
      await this.database.write(markFailed(mail, now, now, 'invented address'));
      return;
    }
    if (mail.kind === 'sign_in_link' && now.getTime() - mail.createdAt.getTime() > LINK_MS) {
      await this.database.write(markFailed(mail, now, now, 'expired'));
      return;
    }
    const linkToken = mail.kind === 'sign_in_link' ? await this.tokenOf(mail) : '';
    if (linkToken === undefined) {
      await this.database.write(markFailed(mail, now, now, 'no such link'));
      return;
    }
    try {
      await this.mailer.send(mail.id, mail.recipient, mailOf(this.config, mail, linkToken));
    } catch (error) {
      const next = new Date(now.getTime() + Math.min(MAX_BACKOFF_MS, 500 * 2 ** mail.attempts));
      const isDead = mail.attempts >= MAX_ATTEMPTS;
      await this.database.write(markFailed(mail, next, isDead ? now : null, smtpError(error)));
      log.warn({ kind: mail.kind, attempts: mail.attempts, dead: isDead, error: smtpError(error) }, 'mail not sent');
      return;
    }
    await this.database.write(markSent(mail.accountId, mail.id, now));
  }

  /** Undefined when the link is deleted, or was made with an operator token that is no longer set: it would open nothing. */
  private async tokenOf({ accountId, params: { link_id: id = '' } }: ClaimedMail): Promise<string | undefined> {
    const link = await this.database.entities.findOneBy(SignInLink, { accountId, id });
    return link ? keptLinkToken(this.config, accountId, id, link.tokenHash) : undefined;
  }
}

/** The codes of an SMTP failure, without its text, which may contain the address. */
function smtpError(error: unknown): string {
  const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
  return `${code} ${responseCode}`.trim();
}
