import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import type { Account } from '../../accounts/account.entity';
import { lockAccount, lockOpenAccount } from '../../accounts/account.queries';
import { findOwner, listSignInAccountsAfter, touchMember } from '../../accounts/members/members.queries';
import { memberSigningIn } from '../../accounts/members/owner-member';
import { type Actor, type Author, memberAuthor } from '../../accounts/actor';
import { recordAudit } from '../../audit/audit.queries';
import { ApiError, missing } from '../../common/api-error';
import type { AccountName } from '../../contract/account';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations';
import { REMEMBERED_DAYS, SESSION_HOURS, SESSION_IDLE_HOURS } from '../../contract/limits';
import { NO_ID } from '../../common/input/id.pipe';
import { describeError, log } from '../../common/process/log';
import { LAST_ID, loadPage, type Page, type PageQuery } from '../../common/input/paging';
import { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { accountOfToken, newAccountToken } from './account-token';
import { secretHash } from '../keys/api-key';
import { Session } from './session.entity';
import {
  endCalendar,
  type EndedSession,
  endOtherSessions,
  endSession,
  findSession,
  type ListedSession,
  listSessions,
  type LivingSession,
  takeSession,
  touchSession,
} from './sessions.queries';
import { TokenLookUps } from '../access/token-look-ups';

const SESSION_MS = SESSION_HOURS * HOUR_MS;
const REMEMBERED_MS = REMEMBERED_DAYS * DAY_MS;

/** Latest use of an idle session: one used at this moment or before has ended. */
export const idleSince = (now: Date): Date => new Date(now.getTime() - SESSION_IDLE_HOURS * HOUR_MS);

/** New session; its token is shown only once. */
export interface BegunSession {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

type Replaced = Readonly<Pick<Session, 'id' | 'expiresAt'>>;

/** Where a session is used, and whether it lasts 30 days. */
type SessionKind = Readonly<Pick<Session, 'device' | 'remembered'>>;

const OF_OPERATOR: SessionKind = { device: null, remembered: false };

/** The caller of the session routes. */
interface SessionCaller {
  readonly account: Account;
  readonly actor: Actor;
  readonly sessionId: string | undefined;
  /** The member whose sessions alone may be seen and ended; null for the owner and the operator. */
  readonly onlyOf: string | null;
}

/** Adds a session; requires the account's lock, so that neither its owner nor the member changes before the commit. */
export async function addSession(
  tx: Transaction,
  accountId: string,
  memberId: string,
  { device, remembered, ...replaced }: SessionKind & Partial<Replaced>,
): Promise<BegunSession> {
  const token = newAccountToken('session', accountId);
  const id = replaced.id ?? uuidv7();
  const createdAt = new Date();
  const expiresAt = replaced.expiresAt ?? new Date(createdAt.getTime() + (remembered ? REMEMBERED_MS : SESSION_MS));
  const session = { accountId, tokenHash: secretHash(token), id, memberId, device, remembered };
  await tx.entities.insert(Session, { ...session, createdAt, expiresAt, lastUsedAt: createdAt });
  return { id, token, expiresAt };
}

/** Begins a session of the owner for the operator. Throws `not_found`, and `conflict` for a closed account. */
export async function beginOwnerSession(tx: Transaction, accountId: string, actor: Actor): Promise<BegunSession> {
  await tx.send(lockOpenAccount(accountId));
  const { id } = await tx.send(findOwner(accountId));
  return addAudited(tx, accountId, id, actor, OF_OPERATOR);
}

/** Sessions of members. Begun by the operator (the owner's) or by a sign-in link; passwords do not exist. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly lookUps: TokenLookUps,
  ) {}

  /** Active session with this token, and its account; undefined for other texts. */
  async find(token: string, request: Request): Promise<LivingSession | undefined> {
    const accountId = accountOfToken('session', token);
    if (!accountId) return undefined;
    const hash = secretHash(token);
    return this.lookUps.find(hash, request, () => {
      const now = new Date();
      return this.database.lookUp(findSession(accountId, hash, now, idleSince(now)));
    });
  }

  /** Stores the use of a session, at most once a minute, without delaying the request. */
  recordUse({ account, id, lastUsedAt, member }: LivingSession): void {
    const now = new Date();
    const before = new Date(now.getTime() - MINUTE_MS);
    if (lastUsedAt > before) return;
    this.database
      .write(touchSession(account.id, id, now, before))
      .then(() => this.database.write(touchMember(account.id, member.id, now)))
      .catch((error: unknown) => log.warn(describeError(error), 'the use of a session was not recorded'));
  }

  /** Active sessions, newest first. Throws 422 for a bad cursor. */
  list({ account, onlyOf: memberId }: SessionCaller, query: PageQuery): Promise<Page<ListedSession>> {
    const { id: accountId, cursorSecret } = account;
    const now = new Date();
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['sessions', accountId, memberId]),
      load: (count, [before = LAST_ID] = []) =>
        this.database.read(listSessions(accountId, { memberId, before, count }, now, idleSince(now))),
      positionOf: ({ id }) => [id],
    });
  }

  /** Ends one session; false when there is none that the caller may end. */
  end({ account, actor, onlyOf }: SessionCaller, id: string): Promise<boolean> {
    return this.database.transaction(account.id, async (tx) => {
      const ended = await tx.send(endSession(account.id, id, onlyOf));
      if (ended) await tx.send(recordEnded(account.id, ended, actor));
      return ended !== undefined;
    });
  }

  /** Ends all sessions that the caller may end, but the caller's own. */
  endOthers({ account, actor, sessionId, onlyOf }: SessionCaller): Promise<void> {
    return this.database.transaction(account.id, async (tx) => {
      // No calendar is made meanwhile by a session that ends here.
      await tx.send(lockAccount(account.id));
      const ended = await tx.send(endOtherSessions(account.id, sessionId ?? null, onlyOf));
      await tx.commit(ended.map((session) => recordEnded(account.id, session, actor)));
    });
  }

  /** Accounts in which this address signs in, by name. Throws 422 for a bad cursor. */
  accountsOf({ id: accountId, cursorSecret }: Account, emailKey: string, query: PageQuery): Promise<Page<AccountName>> {
    return loadPage(query, {
      secret: cursorSecret,
      scope: JSON.stringify(['my_accounts', accountId, emailKey]),
      load: (count, [name = '', id = NO_ID] = []) =>
        this.database.read(listSignInAccountsAfter(emailKey, { name, id }, count)),
      positionOf: ({ name, id }) => [name, id],
    });
  }

  /**
   * Replaces this session by one of another account in which the address signs in. Id and expiry stay, so a switch neither extends a session nor
   * resets its limits. The token finds it, because the next session has the same id. The operator has no session to replace. Throws
   * `not_found` when the address is no active member's there, and `unauthorized` when the session has ended.
   */
  switch(
    { from, emailKey, token }: { from: Account; emailKey: string; token: string | undefined },
    accountId: string,
    actor: Actor,
  ): Promise<BegunSession> {
    return this.database.transaction(accountId, async (tx) => {
      const account = await tx.send(lockAccount(accountId));
      const member = await memberSigningIn(tx, account, emailKey);
      if (!member) throw missing('account');
      if (token === undefined) return addAudited(tx, accountId, member.id, actor, OF_OPERATOR);
      const replaced = await tx.send(takeSession(from.id, secretHash(token)));
      if (!replaced) throw new ApiError('unauthorized');
      await tx.send(recordEnded(from.id, replaced, actor));
      const there = memberAuthor(member.id, member.isOwner, actor.address);
      return addAudited(tx, accountId, member.id, there, replaced);
    });
  }
}

async function addAudited(
  tx: Transaction,
  accountId: string,
  memberId: string,
  author: Author,
  kind: SessionKind & Partial<Replaced>,
): Promise<BegunSession> {
  const session = await addSession(tx, accountId, memberId, kind);
  await tx.send(recordAudit(accountId, author, 'session.begun', { type: 'session', id: session.id }));
  return session;
}

/** Ends the address for calendars of a member; false when there is none. */
export async function endCalendarOf(
  tx: Transaction,
  accountId: string,
  memberId: string,
  actor: Actor,
): Promise<boolean> {
  const ended = await tx.send(endCalendar(accountId, memberId));
  await tx.send(ended.map((calendar) => recordEnded(accountId, calendar, actor)));
  return ended.length > 0;
}

export const recordEnded = (accountId: string, ended: EndedSession, actor: Actor) =>
  ended.isCalendar
    ? recordAudit(accountId, actor, 'member.calendar_ended', { type: 'member', id: ended.memberId })
    : recordAudit(accountId, actor, 'session.ended', { type: 'session', id: ended.id });
