import { Injectable } from '@nestjs/common';
import { linksIn, type MailedLink, type OpenableLink, textOf } from '../accounts/mails/mails';
import { isInvented } from '../accounts/mails/mails.queries';
import { LINK_MS } from '../auth/sessions/sign-in-links.service';
import { keptLinkToken, linkUrl } from '../auth/sessions/account-token';
import { log } from '../common/process/log';
import { Config } from '../config/config';
import { JobDatabase } from '../database/database';
import { mailFailureOf, maskedAddress } from './mail-failure';
import { Mailer } from './mailer';
import { type ClaimedMail, handOver, extendClaim, markFailed, markSent } from './outbox.queries';
import { DAY_MS, MINUTE_MS } from '../contract/durations';
import { findKeptLink } from '../auth/sessions/sessions.queries';

export const MAX_ATTEMPTS = 20;

const MAX_BACKOFF_MS = 10 * MINUTE_MS;

/** Milliseconds that a mail waits after a possible delivery: longer than any server takes to deliver. */
const UNCONFIRMED_MS = 30 * MINUTE_MS;

/** Milliseconds that a mail may wait, for a mail server or for the service; its news is old by then. */
const MAX_WAIT_MS = 2 * DAY_MS;

const UNCONFIRMED = 'sent, but no answer of the server was noted';

interface Claim {
  /** Database time. */
  readonly time: () => Date;
  /** Milliseconds for which the mail is claimed, unless extended. */
  readonly leaseMs: number;
  readonly leaving: AbortSignal;
}

/** Sends one claimed mail of the outbox, and records the result. */
@Injectable()
export class MailDelivery {
  private readonly host: string;

  constructor(
    private readonly database: JobDatabase,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {
    this.host = config.smtpUrl ? new URL(config.smtpUrl).hostname : '';
  }

  async deliver(mail: ClaimedMail, claim: Claim): Promise<void> {
    const now = claim.time();
    if (!this.mailer.isConfigured) {
      log.info({ kind: mail.kind, to: maskedAddress(mail.recipient) }, 'mail kept in the outbox: no SMTP_URL');
      await this.database.write(markFailed(mail, now, null, 'no SMTP_URL'));
      return;
    }
    // Older releases stored such mails.
    if (isInvented(mail.recipient)) return this.giveUp(mail, now, 'invented address');
    const since = mail.retriedAt ?? mail.createdAt;
    if (now.getTime() - since.getTime() > MAX_WAIT_MS) return this.giveUp(mail, now, late('older than two days', mail));
    if (mail.kind !== 'sign_in_link') return this.send(mail, claim, []);
    const { params } = mail;
    const validMs = 'invitation_days' in params ? params.invitation_days * DAY_MS : LINK_MS;
    if (now.getTime() - mail.createdAt.getTime() > validMs) return this.giveUp(mail, now, late('expired', mail));
    const links = await this.openable(linksIn(mail.accountId, params));
    const living = links.filter(({ expiresAt }) => expiresAt > now);
    if (living.length > 0) return this.send(mail, claim, living);
    await this.giveUp(mail, now, links.length > 0 ? late('expired', mail) : 'no such link');
  }

  /** Leaves out links that are deleted, or made with an operator token that is no longer set: they would open nothing. */
  private async openable(links: readonly MailedLink[]): Promise<OpenableLink[]> {
    const found: OpenableLink[] = [];
    for (const { account_id, account, link_id: id } of links) {
      const link = await this.database.readByKey(findKeptLink(account_id, id));
      const token = link && keptLinkToken(this.config, account_id, id, link.tokenHash);
      if (token) found.push({ account, url: linkUrl(this.config, token), expiresAt: link.expiresAt });
    }
    return found;
  }

  private async giveUp(mail: ClaimedMail, now: Date, reason: string): Promise<void> {
    await this.database.write(markFailed(mail, now, now, reason));
  }

  private async send(mail: ClaimedMail, claim: Claim, links: readonly OpenableLink[]): Promise<void> {
    const lost = new AbortController();
    const extension = setInterval(() => void this.extend(mail, claim, lost), claim.leaseMs / 3);
    let isHandedOver = false;
    const beforeEnd = async (): Promise<void> => {
      const until = after(claim.time(), UNCONFIRMED_MS);
      if (!(await this.database.write(handOver(mail, until, UNCONFIRMED))))
        throw new Error('another worker has the mail');
      isHandedOver = true;
    };
    const signal = AbortSignal.any([claim.leaving, lost.signal]);
    try {
      const text = textOf(mail, { createdAt: mail.createdAt, links, signInPage: `${this.config.publicUrl}/console` });
      await this.mailer.send(mail.id, mail.recipient, text, { beforeEnd, signal });
    } catch (error) {
      await this.recordFailure(
        mail,
        claim,
        mailFailureOf(error, { host: this.host, recipient: mail.recipient, isHandedOver }),
      );
      return;
    } finally {
      clearInterval(extension);
    }
    await this.database.write(markSent(mail, claim.time()));
  }

  /** Extends the claim. A failure is ignored, because the claim is checked again before the mail ends. */
  private async extend(mail: ClaimedMail, { time, leaseMs }: Claim, lost: AbortController): Promise<void> {
    const isClaimed = await this.database.write(extendClaim(mail, after(time(), leaseMs))).catch(() => true);
    if (!isClaimed) lost.abort();
  }

  private async recordFailure(
    mail: ClaimedMail,
    { time, leaving }: Claim,
    { reason, fate }: ReturnType<typeof mailFailureOf>,
  ): Promise<void> {
    const now = time();
    const backoff = leaving.aborted ? 0 : Math.min(MAX_BACKOFF_MS, 500 * 2 ** mail.attempts);
    const isDead = fate === 'refused' || mail.attempts >= MAX_ATTEMPTS;
    const next = after(now, fate === 'unknown' ? UNCONFIRMED_MS : backoff);
    await this.database.write(markFailed(mail, next, isDead ? now : null, reason));
    log.warn({ kind: mail.kind, attempts: mail.attempts, dead: isDead, error: reason }, 'mail not sent');
  }
}

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** Keeps the reason why the mail was not sent in time. */
const late = (reason: string, { lastError }: ClaimedMail): string =>
  lastError ? `${reason}; before: ${lastError}` : reason;
