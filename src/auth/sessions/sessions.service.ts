import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LessThanOrEqual } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Account } from '../../accounts/account.entity';
import { listOwnedAfter, lockAccount } from '../../accounts/account.queries';
import type { Actor } from '../../audit/audit-entry';
import { recordAudit } from '../../audit/audit.queries';
import { ApiError } from '../../common/api-error';
import { missing } from '../../common/missing';
import type { AccountName } from '../../contract/account';
import { SESSION_HOURS, SESSION_IDLE_HOURS } from '../../contract/limits';
import { NO_ID } from '../../common/input/id.pipe';
import { describeError, log } from '../../common/process/log';
import type { PageQuery } from '../../common/input/page.dto';
import { LAST_ID, loadPage, type Page } from '../../common/input/paging';
import { comparisonKey } from '../../common/text';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { accountOfToken, newAccountToken } from './account-token';
import { secretHash } from '../keys/api-key';
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
import { TokenLookUps } from '../access/token-look-ups';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations';

const SESSION_MS = SESSION_HOURS * HOUR_MS;

/** Latest use of an idle session: one used at this moment or before has ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - SESSION_IDLE_HOURS * HOUR_MS);

/** New session; its token is shown only once. */
export interface BegunSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

type Replaced = Readonly<Pick<Session, 'id' | 'expiresAt'>>;

/** Adds a session; requires the account's lock, so that the owner cannot change before the commit. */
export async function addSession(tx: Transaction, accountId: string, replaced?: Replaced): Promise<BegunSession> {
  const token = newAccountToken('session', accountId);
  const id = replaced?.id ?? uuidv7();
  const createdAt = new Date();
  const expiresAt = replaced?.expiresAt ?? new Date(createdAt.getTime() + SESSION_MS);
  const tokenHash = secretHash(token);
  await tx.entities.insert(Session, { accountId, tokenHash, id, createdAt, expiresAt, lastUsedAt: createdAt });
  return { id, token, expiresAt };
}

/** Sessions of account owners. Begun by the operator or by a sign-in link; passwords do not exist. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly lookUps: TokenLookUps,
  ) {}

  /** Throws `not_found`. */
  begin(accountId: string, actor: Actor): Promise<BegunSession> {
    return this.database.transaction(async (tx) => {
      await tx.send(lockAccount(accountId));
      return addAudited(tx, accountId, actor);
    });
  }

  /** Active session with this token, and its account; undefined for other texts. */
  async find(token: string, request: Request): Promise<LivingSession | undefined> {
    const accountId = accountOfToken('session', token);
    if (!accountId) return undefined;
    const hash = secretHash(token);
    return this.lookUps.find(hash, request, () => {
      const now = new Date();
      return this.database.read(findSession(accountId, hash, now, idleSince(now)));
    });
  }

  /** Stores the use of a session, at most once a minute, without delaying the request. */
  recordUse({ account, id, lastUsedAt }: LivingSession): void {
    const now = new Date();
    const before = new Date(now.getTime() - MINUTE_MS);
    if (lastUsedAt > before) return;
    this.database.entities
      .update(Session, { accountId: account.id, id, lastUsedAt: LessThanOrEqual(before) }, { lastUsedAt: now })
      .catch((error: unknown) => log.warn(describeError(error), 'the use of a session was not recorded'));
  }

  /** Active sessions, newest first. Throws 422 for a bad cursor. */
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

  /** Ends one session; false when the account lacks it. */
  end(accountId: string, id: string, actor: Actor): Promise<boolean> {
    return this.database.transaction(async (tx) => (await endAudited(tx, accountId, id, actor)) !== undefined);
  }

  endOthers(accountId: string, kept: string | undefined, actor: Actor): Promise<void> {
    return this.database.transaction(async (tx) => {
      const ended = await tx.send(endOtherSessions(accountId, kept ?? null));
      await tx.commit(ended.map(({ id }) => recordEnded(accountId, id, actor)));
    });
  }

  /** Accounts of the same owner, by name. Throws 422 for a bad cursor. */
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
   * Replaces this session by one of another account of the same owner. Id and expiry stay, so a switch neither extends a session nor
   * resets its limits. The token finds it, because the next session has the same id. The operator has no session to replace. Throws
   * `not_found` when the account has another owner, and `unauthorized` when the session has ended.
   */
  switch(from: Account, token: string | undefined, accountId: string, actor: Actor): Promise<BegunSession> {
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

async function addAudited(
  tx: Transaction,
  accountId: string,
  actor: Actor,
  replaced?: Replaced,
): Promise<BegunSession> {
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
