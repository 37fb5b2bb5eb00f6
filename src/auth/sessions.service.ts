import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LessThanOrEqual } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Account } from '../accounts/account.entity';
import { listOwnedAfter, lockAccount } from '../accounts/account.queries';
import type { Actor } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit.queries';
import { ApiError } from '../common/api-error';
import { missing } from '../common/missing';
import type { AccountName } from '../contract/account';
import { SESSION_HOURS, SESSION_IDLE_HOURS } from '../contract/limits';
import { NO_ID } from '../common/id.pipe';
import { describeError, log } from '../common/log';
import type { PageQuery } from '../common/page.dto';
import { LAST_ID, loadPage, type Page } from '../common/paging';
import { comparisonKey } from '../common/text';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { accountOfToken, newAccountToken } from './account-token';
import { secretHash } from './api-key';
import { Session } from './session.entity';
import {
  endOtherSessions,
  endSession,
  findSession,
  type ListedSession,
  listSessions,
  type LivingSession,
  takeSession,
} from './sessions.queries';
import { TokenLookUps } from './token-look-ups';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const SESSION_MS = SESSION_HOURS * HOUR_MS;

/** A session that was used at this moment or before has ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - SESSION_IDLE_HOURS * HOUR_MS);

/** A session as it begins; the token is shown only once. */
export interface NewSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** The session that a new one takes the place of. */
type Replaced = Readonly<Pick<Session, 'id' | 'expiresAt'>>;

/** Adds a session; the caller holds the account's lock, so that its owner cannot change meanwhile. */
export async function addSession(tx: Transaction, accountId: string, replaced?: Replaced): Promise<NewSession> {
  const token = newAccountToken('session', accountId);
  const id = replaced?.id ?? uuidv7();
  const createdAt = new Date();
  const expiresAt = replaced?.expiresAt ?? new Date(createdAt.getTime() + SESSION_MS);
  const tokenHash = secretHash(token);
  await tx.entities.insert(Session, { accountId, tokenHash, id, createdAt, expiresAt, lastUsedAt: createdAt });
  return { id, token, expiresAt };
}

/** Sessions of account owners. There are no passwords: the operator or a sign-in link begins one. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly lookUps: TokenLookUps,
  ) {}

  /** Throws `not_found`. */
  begin(accountId: string, actor: Actor): Promise<NewSession> {
    return this.database.transaction(async (tx) => {
      await tx.send(lockAccount(accountId));
      return addAudited(tx, accountId, actor);
    });
  }

  /** The active session with the token that this request brings, and its account; undefined for any other text. */
  async find(token: string, request: Request): Promise<LivingSession | undefined> {
    const accountId = accountOfToken('session', token);
    if (!accountId) return undefined;
    const hash = secretHash(token);
    return this.lookUps.find(hash, request, () => {
      const now = new Date();
      return this.database.read(findSession(accountId, hash, now, idleSince(now)));
    });
  }

  /** Stores that the session is in use: at most once a minute, without delaying the request. */
  recordUse({ account, id, lastUsedAt }: LivingSession): void {
    const now = new Date();
    const before = new Date(now.getTime() - MINUTE_MS);
    if (lastUsedAt > before) return;
    this.database.entities
      .update(Session, { accountId: account.id, id, lastUsedAt: LessThanOrEqual(before) }, { lastUsedAt: now })
      .catch((error: unknown) => log.warn(describeError(error), 'the use of a session was not recorded'));
  }

  /** The active sessions, newest first. Throws 422 for a bad cursor. */
  list({ id: accountId, cursorSecret }: Account, query: PageQuery): Promise<Page<ListedSession>> {
    const now = new Date();
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['sessions', accountId]),
      load: (count, [before = LAST_ID] = []) =>
        this.database.read(listSessions(accountId, before, now, idleSince(now), count)),
      positionOf: ({ id }) => [id],
    });
  }

  /** Ends one session; false when the account does not have it, or no longer has it. */
  end(accountId: string, id: string, actor: Actor): Promise<boolean> {
    return this.database.transaction(async (tx) => (await endAudited(tx, accountId, id, actor)) !== undefined);
  }

  /** Ends every session of the account except `kept`. */
  endOthers(accountId: string, kept: string | undefined, actor: Actor): Promise<void> {
    return this.database.transaction(async (tx) => {
      const ended = await tx.send(endOtherSessions(accountId, kept ?? null));
      await tx.commit(ended.map(({ id }) => recordEnded(accountId, id, actor)));
    });
  }

  /** The accounts that this account's owner has, by name. Throws 422 for a bad cursor. */
  accountsOf({ id: accountId, cursorSecret, ownerEmailKey }: Account, query: PageQuery): Promise<Page<AccountName>> {
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['my_accounts', accountId, ownerEmailKey]),
      load: (count, [name = '', id = NO_ID] = []) =>
        this.database.read(listOwnedAfter(ownerEmailKey, { name, id }, count)),
      positionOf: ({ name, id }) => [name, id],
    });
  }

  /**
   * Replaces this session by one of another account of the same owner, with the same id and expiry: switching neither extends a
   * session nor gives it new calls. It is found by its token, because the next one has its id. The operator has no session to replace. Throws `not_found` when the account
   * is not that owner's now, and `unauthorized` when the session has ended meanwhile.
   */
  switch(from: Account, token: string | undefined, accountId: string, actor: Actor): Promise<NewSession> {
    return this.database.transaction(async (tx) => {
      const account = await tx.send(lockAccount(accountId));
      if (comparisonKey(account.ownerEmail) !== from.ownerEmailKey) throw missing('account');
      if (token === undefined) return addAudited(tx, accountId, actor);
      const replaced = await tx.send(takeSession(from.id, secretHash(token)));
      if (!replaced) throw new ApiError('unauthorized');
      await tx.send(recordEnded(from.id, replaced.id, actor));
      return addAudited(tx, accountId, actor, replaced);
    });
  }
}

async function addAudited(tx: Transaction, accountId: string, actor: Actor, replaced?: Replaced): Promise<NewSession> {
  const session = await addSession(tx, accountId, replaced);
  await tx.send(recordAudit(accountId, actor, 'session.begun', { type: 'session', id: session.id }));
  return session;
}

async function endAudited(tx: Transaction, accountId: string, id: string, actor: Actor) {
  const ended = await tx.send(endSession(accountId, id));
  if (ended) await tx.send(recordEnded(accountId, id, actor));
  return ended;
}

const recordEnded = (accountId: string, id: string, actor: Actor) =>
  recordAudit(accountId, actor, 'session.ended', { type: 'session', id });
