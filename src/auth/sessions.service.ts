import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { lockAccount } from '../accounts/account.queries';
import { Database } from '../database/database';
import { accountOfToken, newAccountToken } from './account-token';
import { secretHash } from './api-key';
import { Session } from './session.entity';

const SESSION_MS = 12 * 60 * 60 * 1000;

/** A session as it begins; the token is shown this once. */
export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Adds a session of 12 hours; the caller holds the account's lock, without which its owner might just change. */
export async function addSession(entities: EntityManager, accountId: string): Promise<NewSession> {
  const token = newAccountToken('session', accountId);
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
  await entities.insert(Session, { accountId, tokenHash: secretHash(token), createdAt, expiresAt });
  return { token, expiresAt };
}

/** Sessions of account owners. There are no passwords: the operator or a sign-in link begins one. */
@Injectable()
export class SessionsService {
  constructor(private readonly database: Database) {}

  /** Throws `not_found`. */
  begin(accountId: string): Promise<NewSession> {
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      return addSession(tx.entities, accountId);
    });
  }

  /** The account of a living session; undefined for whatever else. */
  async find(token: string): Promise<Account | undefined> {
    const accountId = accountOfToken('session', token);
    if (!accountId) return undefined;
    // One statement, one moment: read after the session, the account might already be the next owner's.
    const found = await this.database.entities
      .createQueryBuilder(Account, 'a')
      .innerJoin(Session, 's', 's.account_id = a.id')
      .where('s.account_id = :accountId and s.token_hash = :hash and s.expires_at > :now', {
        accountId,
        hash: secretHash(token),
        now: new Date(),
      })
      .getOne();
    return found ?? undefined;
  }

  /** Ends the session; one that has ended stays so. */
  async end(token: string): Promise<void> {
    const accountId = accountOfToken('session', token);
    if (accountId) await this.database.entities.delete(Session, { accountId, tokenHash: secretHash(token) });
  }
}
