import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { v7 as uuidv7 } from 'uuid';
import { listOwned, type LockedAccount, lockAccount } from '../accounts/account.queries';
import { enqueueMail } from '../accounts/tell-owner';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { NO_ID } from '../common/id.pipe';
import { runJob } from '../common/jobs';
import { MAX_LINKS_PER_EMAIL, MAX_LINKS_PER_EMAIL_AND_CLIENT } from '../contract/limits';
import { describeError, log } from '../common/log';
import { comparisonKey } from '../common/text';
import { Config } from '../config';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { SignInRequest } from './sign-in-request.entity';
import { SignInLinksService } from './sign-in-links.service';
import { addRequest, claimRequest, countMailed, listOpenRequests, type OpenRequest } from './sign-in-requests.queries';

/** How long a request counts. */
export const WINDOW_MS = 60 * 60 * 1000;

/**
 * Requests for sign-in links. The answer comes before the address is looked up: a request is one insert, the same
 * for every address. The rest is done later, by the clock and not woken by the request, so that it cannot delay other
 * answers either.
 */
@Injectable()
export class SignInRequestsService {
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly links: SignInLinksService,
    private readonly config: Config,
  ) {}

  /** Keeps the request. Once this returns, its mails will be sent, whatever happens to this process. */
  async accept(email: string, network: string): Promise<void> {
    await this.database.write(
      addRequest({ id: uuidv7(), requestedAt: new Date(), emailKey: comparisonKey(email), network }),
    );
  }

  /** Works on all requests that wait; on any number of instances, each request once. */
  @Interval(1_000)
  async run(): Promise<void> {
    this.running ??= runJob('sign_in_requests', () => this.workOnAll()).finally(() => (this.running = undefined));
    await this.running;
  }

  /** Works on each request that waits, once; returns how many failed. */
  private async workOnAll(): Promise<number> {
    let failed = 0;
    for (let after: string | undefined = NO_ID; after;) {
      const open: { id: string }[] = await this.database.read(listOpenRequests(after));
      for (const { id } of open) if (!(await this.work(id))) failed++;
      after = open.at(-1)?.id;
    }
    return failed;
  }

  /** One that fails stays, and does not delay the others. */
  private async work(id: string): Promise<boolean> {
    try {
      await this.database.transaction(async (tx) => {
        const request = await tx.send(claimRequest(id));
        if (request) await this.mail(tx, request);
      });
      return true;
    } catch (error) {
      log.warn(describeError(error), 'a request for a sign-in link was not worked on');
      return false;
    }
  }

  /** Mails a link for each account of this owner; to strangers, and beyond the limits, nothing. */
  private async mail(tx: Transaction, request: OpenRequest): Promise<void> {
    const accounts = await lockOwned(tx, request.emailKey);
    const [emailHash, networkHash] = [this.hash(request.emailKey), this.hash(request.network)];
    if (accounts.length === 0 || (await isSpent(tx, request, emailHash, networkHash))) {
      await tx.entities.delete(SignInRequest, { id: request.id });
      return;
    }
    // The caller has not proved to be the owner; the address says from where the call came.
    const actor: Actor = { type: 'job', id: 'sign-in', address: request.network || null };
    for (const account of accounts) {
      const link = await this.links.add(tx, account.id);
      const params = { account: account.name, link_id: link.id };
      await tx.send([
        enqueueMail(account.id, 'sign_in_link', account.ownerEmail, params),
        recordAudit(account.id, actor, 'sign_in_link.sent', { type: 'sign_in_link', id: link.id }),
      ]);
    }
    // It is done and counts; its personal data is deleted.
    const done = { emailKey: null, network: null, emailHash, networkHash };
    await tx.entities.update(SignInRequest, { id: request.id }, done);
  }

  /** Distinguishes addresses without revealing them: made with a key that no table holds. */
  private hash(text: string): Buffer {
    return createHmac('sha256', `sign-in-request:${this.config.operatorToken}`).update(text).digest();
  }
}

/**
 * The accounts of this owner, locked in the order of their ids. Requests for one address share these locks, so they are counted
 * one after the other.
 */
async function lockOwned(tx: Transaction, emailKey: string): Promise<LockedAccount[]> {
  const ids = (await tx.send(listOwned(emailKey))).map(({ id }) => id).sort();
  const locked: LockedAccount[] = [];
  for (const id of ids) locked.push(await tx.send(lockAccount(id)));
  return locked.filter(({ ownerEmail }) => comparisonKey(ownerEmail) === emailKey);
}

async function isSpent(
  tx: Transaction,
  { requestedAt }: OpenRequest,
  email: Buffer,
  network: Buffer,
): Promise<boolean> {
  const since = new Date(requestedAt.getTime() - WINDOW_MS);
  const { fromNetwork = 0, inAll = 0 } = (await tx.send(countMailed(email, network, since))) ?? {};
  return fromNetwork >= MAX_LINKS_PER_EMAIL_AND_CLIENT || inAll >= MAX_LINKS_PER_EMAIL;
}
