import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../../accounts/account.queries';
import { recordAudit } from '../../audit/audit.queries';
import { ApiError, missing } from '../../common/api-error';
import { describeError, log } from '../../common/process/log';
import { DAY_MS, HOUR_MS } from '../../contract/durations';
import { CALENDAR_UNREAD_DAYS } from '../../contract/limits';
import { Database } from '../../database/database';
import { type AccountCaller, actingMember } from '../access/account-caller';
import { TokenLookUps } from '../access/token-look-ups';
import { secretHash } from '../keys/api-key';
import { accountOfToken, newAccountToken } from './account-token';
import { Session } from './session.entity';
import { type Calendar, findCalendar, findCalendarOf, hasSession, readCalendar } from './sessions.queries';
import { endCalendarOf } from './sessions.service';

const endOf = (now: Date): Date => new Date(now.getTime() + CALENDAR_UNREAD_DAYS * DAY_MS);

/** As the list of sessions shows it. */
const DEVICE = 'Calendário';

/**
 * Addresses by which calendars of others read the agenda of a member. An address is a session that opens nothing else, so it ends with the
 * member's sessions: when all are ended, with the membership, and when the account changes owner. Another role ends it too.
 */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly database: Database,
    private readonly lookUps: TokenLookUps,
  ) {}

  /** Calendar with this token; undefined for other texts. */
  async find(token: string, request: Request): Promise<Calendar | undefined> {
    const accountId = accountOfToken('calendar', token);
    if (!accountId) return undefined;
    const hash = secretHash(token);
    return this.lookUps.find(hash, request, () => this.database.lookUp(findCalendar(accountId, hash, new Date())));
  }

  /** Stores that a calendar was read, at once the first time, then at most once an hour, without delaying the request. */
  recordReading({ account, id, madeAt, lastReadAt }: Calendar): void {
    const now = new Date();
    const before = new Date(Math.max(now.getTime() - HOUR_MS, madeAt.getTime()));
    if (lastReadAt > before) return;
    this.database
      .write(readCalendar(account.id, id, now, endOf(now), before))
      .catch((error: unknown) => log.warn(describeError(error), 'the reading of a calendar was not recorded'));
  }

  /** The caller's address. Throws `not_found` for the operator, who has no agenda. */
  look({ account, member }: AccountCaller): Promise<Pick<Session, 'createdAt' | 'lastUsedAt'> | undefined> {
    if (!member) throw missing('member');
    return this.database.read(findCalendarOf(account.id, member.id, new Date()));
  }

  /** Makes an address in place of the one before; only this answer has its token. Throws `not_found` for the operator. */
  make({ account, member, sessionId, actor }: AccountCaller): Promise<{ token: string; createdAt: Date }> {
    const { id: accountId } = account;
    if (!member || !sessionId) throw missing('member');
    return this.database.transaction(accountId, async (tx) => {
      await tx.send(lockAccount(accountId));
      await actingMember(tx, accountId, actor, 'leads');
      // All sessions may have been ended while this one waited for the lock.
      if (!(await tx.send(hasSession(accountId, sessionId, member.id)))) throw new ApiError('unauthorized');
      await endCalendarOf(tx, accountId, member.id, actor);
      const token = newAccountToken('calendar', accountId);
      const createdAt = new Date();
      const kind = { device: DEVICE, remembered: true, isCalendar: true };
      const times = { createdAt, expiresAt: endOf(createdAt), lastUsedAt: createdAt };
      const session = { accountId, tokenHash: secretHash(token), id: uuidv7(), memberId: member.id, ...kind, ...times };
      await tx.entities.insert(Session, session);
      await tx.send(recordAudit(accountId, actor, 'member.calendar_created', { type: 'member', id: member.id }));
      return { token, createdAt };
    });
  }

  /** Throws `not_found` when there is none. */
  end({ account, member, actor }: AccountCaller): Promise<void> {
    if (!member) throw missing('member');
    return this.database.transaction(account.id, async (tx) => {
      if (!(await endCalendarOf(tx, account.id, member.id, actor))) throw missing('calendar');
    });
  }
}
