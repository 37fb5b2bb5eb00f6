import { createHmac } from 'node:crypto';
import { type LockedAccount, lockAccount } from '../../accounts/account.queries';
import { listSignInAccounts } from '../../accounts/members/members.queries';
import { memberSigningIn, type SigningIn } from '../../accounts/members/owner-member';
import type { MailedLink } from '../../accounts/mails/mails';
import { enqueueMail } from '../../accounts/mails/mails.queries';
import { jobActor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { NO_ID } from '../../common/input/id.pipe';
import { Job, runsOf } from '../../common/process/jobs';
import { MAX_LINKS_PER_EMAIL, MAX_LINKS_PER_EMAIL_AND_CLIENT } from '../../contract/limits';
import { describeError, log } from '../../common/process/log';
import { Config } from '../../config/config';
import { JobDatabase, Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { SignInRequest } from './session.entity';
import { SignInLinksService } from './sign-in-links.service';
import { HOUR_MS } from '../../contract/durations';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { comparisonKey } from '../../common/text';
import { claimRequest, countMailed, listOpenRequests, type OpenRequest, addRequest } from './sessions.queries';

/**
 * Requests for sign-in links. A request is one insert, before the address is looked up, so it takes the same time for every address. A
 * job does the rest.
 */
@Injectable()
export class SignInRequestsService {
  constructor(private readonly database: Database) {}

  /** Stores the request. After this returns, its mails will be sent even if this process ends. */
  async accept(email: string, network: string): Promise<void> {
    await this.database.write(
      addRequest({ id: uuidv7(), requestedAt: new Date(), emailKey: comparisonKey(email), network }),
    );
  }
}

/** Milliseconds for which a request counts. */
export const WINDOW_MS = HOUR_MS;

/** Mails the sign-in links that were asked for. A timer does this, so that it cannot delay answers. */
@Job('sign_in_requests', { everyMs: 1_000 })
export class SignInRequestsJob {
  constructor(
    private readonly database: JobDatabase,
    private readonly links: SignInLinksService,
    private readonly config: Config,
  ) {}

  /** Processes all waiting requests, each once across all instances, until the service stops. Returns the number of failures. */
  async run(): Promise<number> {
    const runs = runsOf(this);
    let failed = 0;
    for (let after: string | undefined = NO_ID; after;) {
      const open: { id: string }[] = await this.database.read(listOpenRequests(after));
      for (const { id } of open) {
        if (runs.isStopping) return failed;
        if (!(await this.work(id))) failed++;
      }
      after = open.at(-1)?.id;
    }
    return failed;
  }

  /** A failed request stays, and does not delay others. */
  private async work(id: string): Promise<boolean> {
    try {
      await this.database.transaction('', async (tx) => {
        const request = await tx.send(claimRequest(id));
        if (request) await this.mail(tx, request);
      });
      return true;
    } catch (error) {
      log.warn(describeError(error), 'a request for a sign-in link was not worked on');
      return false;
    }
  }

  /** Mails one link for each account of this address, in one mail. Strangers get none, nor requests beyond the limits. */
  private async mail(tx: Transaction, request: OpenRequest): Promise<void> {
    const memberships = await lockMemberships(tx, request.emailKey);
    const [emailHash, networkHash] = [this.hash(request.emailKey), this.hash(request.network)];
    const [first] = memberships;
    if (!first || (await isSpent(tx, request, emailHash, networkHash))) {
      await tx.entities.delete(SignInRequest, { id: request.id });
      return;
    }
    // The caller is not proved to be the member; the address says where the call came from.
    const actor = jobActor('sign-in', request.network || null);
    const links: MailedLink[] = [];
    for (const { account, member } of memberships) {
      const { id } = await this.links.add(tx, account.id, member.id);
      links.push({ account_id: account.id, account: account.name, link_id: id });
      await tx.send(recordAudit(account.id, actor, 'sign_in_link.sent', { type: 'sign_in_link', id }));
    }
    await tx.send([enqueueMail(first.account.id, first.member.email, { kind: 'sign_in_link', params: { links } })]);
    // Counts as done; its personal data is deleted.
    const done = { emailKey: null, network: null, emailHash, networkHash };
    await tx.entities.update(SignInRequest, { id: request.id }, done);
  }

  /** Distinguishes addresses without revealing them, by a key that no table holds. */
  private hash(text: string): Buffer {
    return createHmac('sha256', `sign-in-request:${this.config.operatorToken}`).update(text).digest();
  }
}

interface Membership {
  readonly account: LockedAccount;
  readonly member: SigningIn;
}

/**
 * Locks the accounts in which the address signs in, in order of id; returns them by name. Requests for one address share the locks,
 * so they are counted in sequence.
 */
async function lockMemberships(tx: Transaction, emailKey: string): Promise<Membership[]> {
  const accounts = await tx.send(listSignInAccounts(emailKey));
  const locked = new Map<string, LockedAccount>();
  for (const id of accounts.map((account) => account.id).sort()) locked.set(id, await tx.send(lockAccount(id)));
  const memberships: Membership[] = [];
  for (const { id } of accounts) {
    const account = locked.get(id) as LockedAccount;
    const member = await memberSigningIn(tx, account, emailKey);
    if (member) memberships.push({ account, member });
  }
  return memberships;
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
