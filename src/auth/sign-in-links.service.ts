import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Account } from '../accounts/account.entity';
import { lockAccount } from '../accounts/account.queries';
import { enqueueMail } from '../accounts/owner-notices';
import { comparisonKey } from '../common/text';
import { Config } from '../config';
import { Database } from '../database/database';
import type { Transaction } from '../database/sql';
import { accountOfToken } from './account-token';
import { secretHash } from './api-key';
import { addSession, type NewSession } from './sessions.service';
import { SignInLink } from './sign-in-link.entity';
import { linkToken } from './sign-in-token';

/** How long a link can be used. */
export const LINK_MS = 15 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const MAX_MAILS_PER_HOUR = 5;

/** One-time links by which owners sign in: 15 minutes, one use. */
@Injectable()
export class SignInLinksService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Mails a link for each account of this owner; beyond five an hour, and to strangers, nothing is sent. */
  async mail(email: string): Promise<void> {
    const accounts = await this.database.entities.findBy(Account, { ownerEmailKey: comparisonKey(email) });
    for (const { id } of accounts) {
      await this.database.transaction(async (tx) => {
        const account = await lockAccount(tx, id);
        if (comparisonKey(account.ownerEmail) !== comparisonKey(email)) return;
        const since = MoreThan(new Date(Date.now() - HOUR_MS));
        if ((await tx.entities.countBy(SignInLink, { accountId: id, createdAt: since })) >= MAX_MAILS_PER_HOUR) return;
        const link = await this.add(tx, id);
        await enqueueMail(tx, id, 'sign_in_link', account.ownerEmail, { account: account.name, link_id: link.id });
      });
    }
  }

  /** A link for the operator to hand over: the token in it is in no other place. Throws `not_found`. */
  give(accountId: string): Promise<string> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      return (await this.add(tx, account.id)).token;
    });
  }

  /** Begins a session for a link's token; undefined when it is unknown, used, expired, or of an earlier owner. */
  use(token: string): Promise<NewSession | undefined> {
    const accountId = accountOfToken('link', token);
    if (!accountId) return Promise.resolve(undefined);
    return this.database.transaction(async (tx) => {
      const unused = { accountId, tokenHash: secretHash(token), usedAt: IsNull(), expiresAt: MoreThan(new Date()) };
      // The account first, as whoever changes its owner does; then one UPDATE decides who uses the link.
      if (!(await tx.entities.existsBy(SignInLink, unused))) return undefined;
      await lockAccount(tx, accountId);
      const { affected } = await tx.entities.update(SignInLink, unused, { usedAt: new Date() });
      return affected === 1 ? addSession(tx.entities, accountId) : undefined;
    });
  }

  private async add(tx: Transaction, accountId: string): Promise<{ id: string; token: string }> {
    const id = uuidv7();
    const token = linkToken(this.config, accountId, id);
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + LINK_MS);
    await tx.entities.insert(SignInLink, { accountId, id, tokenHash: secretHash(token), createdAt, expiresAt });
    return { id, token };
  }
}
