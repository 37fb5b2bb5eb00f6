import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { listOwned, type LockedAccount, lockAccount } from '../../accounts/account.queries';
import { enqueueMail } from '../../accounts/tell-owner';
import type { Actor } from '../../audit/audit-entry';
import { recordAudit } from '../../audit/audit.queries';
import { NO_ID } from '../../common/input/id.pipe';
import { Job } from '../../common/process/jobs';
import { MAX_LINKS_PER_EMAIL, MAX_LINKS_PER_EMAIL_AND_CLIENT } from '../../contract/limits';
import { describeError, log } from '../../common/process/log';
import { comparisonKey } from '../../common/text';
import { Config } from '../../config/config';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { SignInRequest } from './sign-in-request.entity';
import { SignInLinksService } from './sign-in-links.service';
import { claimRequest, countMailed, listOpenRequests, type OpenRequest } from './sign-in-requests.queries';
import { HOUR_MS } from '../../contract/durations';

/** Milliseconds for which a request counts. */
export const WINDOW_MS = HOUR_MS;

/** Mails the sign-in links that were asked for. A timer does this, so that it cannot delay answers. */
@Injectable()
export class SignInRequestsJob {
  private readonly job = new Job('sign_in_requests', () => this.run());

  constructor(
    private readonly database: Database,
    private readonly links: SignInLinksService,
    private readonly config: Config,
  ) {}

  @Interval(1_000)
  tick(): Promise<void> {
    return this.job.run();
  }

  /** Processes all waiting requests, each once across all instances. Returns the number of failures. */
  async run(): Promise<number> {
    let failed = 0;
    for (let after: string | undefined = NO_ID; after;) {
      const open: { id: string }[] = await this.database.read(listOpenRequests(after));
      for (const { id } of open) if (!(await this.work(id))) failed++;
      after = open.at(-1)?.id;
    }
    return failed;
  }

  /** A failed request stays, and does not delay others. */
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

  /** Mails a link for each account of this owner. Strangers get none, nor requests beyond the limits. */
  private async mail(tx: Transaction, request: OpenRequest): Promise<void> {
    const accounts = await lockOwned(tx, request.emailKey);
    const [emailHash, networkHash] = [this.hash(request.emailKey), this.hash(request.network)];
    if (accounts.length === 0 || (await isSpent(tx, request, emailHash, networkHash))) {
      await tx.entities.delete(SignInRequest, { id: request.id });
      return;
    }
    // The caller is not proved to be the owner; the address says where the call came from.
    const actor: Actor = { type: 'job', id: 'sign-in', address: request.network || null };
    for (const account of accounts) {
      const link = await this.links.add(tx, account.id);
      const params = { account: account.name, link_id: link.id };
      await tx.send([
        enqueueMail(account.id, 'sign_in_link', account.ownerEmail, params),
        recordAudit(account.id, actor, 'sign_in_link.sent', { type: 'sign_in_link', id: link.id }),
      ]);
    }
    // Counts as done; its personal data is deleted.
    const done = { emailKey: null, network: null, emailHash, networkHash };
    await tx.entities.update(SignInRequest, { id: request.id }, done);
  }

  /** Distinguishes addresses without revealing them, by a key that no table holds. */
  private hash(text: string): Buffer {
    return createHmac('sha256', `sign-in-request:${this.config.operatorToken}`).update(text).digest();
  }
}

/** Locks this owner's accounts in order of id. Requests for one address share the locks, so they are counted in sequence. */
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
