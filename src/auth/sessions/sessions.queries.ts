import { Account } from '../../accounts/account.entity';
import { IS_OPEN } from '../../accounts/account.queries';
import type { Role } from '../../contract/members/roles';
import { selection } from '../../database/columns';
import {
  map,
  prepared,
  readRow,
  readRows,
  write,
  writeRow,
  writeRows,
  publishing,
  acrossAccounts,
  lockRow,
} from '../../database/query';
import { Session, type SignInLink } from './session.entity';
import { REMOVED_MEMBER } from '../../contract/members/member';
import type { SessionView } from '../../contract/session';

/** The member of a session. */
export interface SessionMember {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly emailKey: string;
  readonly createdAt: Date;
}

export interface LivingSession {
  readonly id: string;
  readonly lastUsedAt: Date;
  readonly account: Account;
  readonly member: SessionMember;
}

const IS_LIVING = `s.expires_at > $3 and (s.remembered or s.last_used_at > $4)`;

/** SQL: the open account and the active member of the session `s`. */
const WITH_MEMBER = `join accounts a on a.id = s.account_id and ${IS_OPEN}
     join members m on m.account_id = $1 and m.id = s.member_id and m.active`;

// One statement: with two, the account read second might already have its next owner.
const FIND_SESSION = prepared(
  'find_session',
  `select s.id as "sessionId", s.last_used_at as "lastUsedAt", m.id as "memberId", m.role, m.email, m.email_key as "emailKey", m.created_at as "memberSince",
          ${selection(Account, 'a')}
   from sessions s ${WITH_MEMBER}
   where s.account_id = $1 and s.token_hash = $2 and not s.is_calendar and ${IS_LIVING}`,
);

interface FoundSession extends Account {
  readonly sessionId: string;
  readonly lastUsedAt: Date;
  readonly memberId: string;
  readonly role: Role;
  readonly email: string;
  readonly emailKey: string;
  readonly memberSince: Date;
}

/** Session with this hash, unexpired and used after `idleSince` unless it is remembered; its member is active. */
export const findSession = (accountId: string, tokenHash: Buffer, now: Date, idleSince: Date) =>
  map(readRow<FoundSession>(FIND_SESSION, [accountId, tokenHash, now, idleSince]), (row): LivingSession | undefined => {
    if (!row) return undefined;
    const { sessionId: id, lastUsedAt, memberId, role, email, emailKey, memberSince, ...account } = row;
    return { id, lastUsedAt, account, member: { id: memberId, role, email, emailKey, createdAt: memberSince } };
  });

const TOUCH_SESSION = prepared(
  'touch_session',
  `update sessions set last_used_at = $3 where account_id = $1 and id = $2 and last_used_at <= $4`,
);

/** Stores a use of a session, unless one after `before` is stored. */
export const touchSession = (accountId: string, id: string, now: Date, before: Date) =>
  write(TOUCH_SESSION, [accountId, id, now, before]);

const LISTED = [
  'id',
  'memberId',
  'device',
  'remembered',
  'isCalendar',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
] as const satisfies (keyof Session)[];

export type ListedSession = Pick<Session, (typeof LISTED)[number]>;

const LIST_SESSIONS = prepared(
  'list_sessions',
  `select ${selection(Session, 's', LISTED)} from sessions s
   where s.account_id = $1 and s.id < $2 and ${IS_LIVING} and s.member_id is not null and ($5::uuid is null or s.member_id = $5)
   order by s.id desc limit $6`,
);

interface ListPart {
  /** Null for the sessions of all members. */
  readonly memberId: string | null;
  readonly before: string;
  readonly count: number;
}

/** Active sessions, newest first, after this id; ids grow with time. */
export const listSessions = (accountId: string, { memberId, before, count }: ListPart, now: Date, idleSince: Date) =>
  readRows<ListedSession>(LIST_SESSIONS, [accountId, before, now, idleSince, memberId, count]);

/** A session that has ended. */
export type EndedSession = Pick<Session, 'id' | 'memberId' | 'isCalendar'>;

const ENDED = `id, member_id as "memberId", is_calendar as "isCalendar"`;

const END_SESSION = prepared(
  'end_session',
  `delete from sessions where account_id = $1 and id = $2 and ($3::uuid is null or member_id = $3) returning ${ENDED}`,
);

/**
 * Ends one session, of this member or (null) of anybody; undefined when there is none. Its streams end at once, as they look up their
 * session at every event.
 */
export const endSession = (accountId: string, id: string, memberId: string | null) =>
  publishing(writeRow<EndedSession>(END_SESSION, [accountId, id, memberId]), 'notification');

const TAKE_SESSION = prepared(
  'take_session',
  `delete from sessions where account_id = $1 and token_hash = $2
   returning ${ENDED}, expires_at as "expiresAt", remembered, device`,
);

/** Ends the session with this token, to be replaced; undefined when it has ended. */
export const takeSession = (accountId: string, tokenHash: Buffer) =>
  writeRow<EndedSession & Pick<Session, 'expiresAt' | 'remembered' | 'device'>>(TAKE_SESSION, [accountId, tokenHash]);

const END_OTHERS = prepared(
  'end_other_sessions',
  `delete from sessions
   where account_id = $1 and id is distinct from $2::uuid and ($3::uuid is null or member_id = $3) returning ${ENDED}`,
);

/** Ends the sessions of this member, or (null) of everybody, but the kept one; their streams too, as above. Calendars are sessions. */
export const endOtherSessions = (accountId: string, kept: string | null, memberId: string | null) =>
  publishing(writeRows<EndedSession>(END_OTHERS, [accountId, kept, memberId]), 'notification');

const END_CALENDAR = prepared(
  'end_calendar',
  `delete from sessions where account_id = $1 and member_id = $2 and is_calendar returning ${ENDED}`,
);

/** Ends the member's address for calendars, alone; what ends all sessions ends it too. */
export const endCalendar = (accountId: string, memberId: string) =>
  publishing(writeRows<EndedSession>(END_CALENDAR, [accountId, memberId]), 'notification');

const FIND_CALENDAR = prepared(
  'find_calendar',
  `select s.id as "sessionId", s.created_at as "madeAt", s.last_used_at as "lastReadAt", m.id as "memberId", m.role,
          ${selection(Account, 'a')}
   from sessions s ${WITH_MEMBER}
   where s.account_id = $1 and s.token_hash = $2 and s.is_calendar and s.expires_at > $3`,
);

/** A member's address for calendars. */
export interface Calendar {
  readonly id: string;
  readonly madeAt: Date;
  /** When it was made, before the first reading. */
  readonly lastReadAt: Date;
  readonly account: Account;
  readonly member: Pick<SessionMember, 'id' | 'role'>;
}

/** Address for calendars with this hash; its member is active. */
export const findCalendar = (accountId: string, tokenHash: Buffer, now: Date) =>
  map(
    readRow<Account & { sessionId: string; madeAt: Date; lastReadAt: Date; memberId: string; role: Role }>(
      FIND_CALENDAR,
      [accountId, tokenHash, now],
    ),
    (row): Calendar | undefined => {
      if (!row) return undefined;
      const { sessionId: id, madeAt, lastReadAt, memberId, role, ...account } = row;
      return { id, madeAt, lastReadAt, account, member: { id: memberId, role } };
    },
  );

const FIND_CALENDAR_OF = prepared(
  'find_calendar_of',
  `select s.created_at as "createdAt", s.last_used_at as "lastUsedAt" from sessions s
   where s.account_id = $1 and s.member_id = $2 and s.is_calendar and s.expires_at > $3`,
);

export const findCalendarOf = (accountId: string, memberId: string, now: Date) =>
  readRow<Pick<Session, 'createdAt' | 'lastUsedAt'>>(FIND_CALENDAR_OF, [accountId, memberId, now]);

const READ_CALENDAR = prepared(
  'read_calendar',
  `update sessions set last_used_at = $3, expires_at = $4 where account_id = $1 and id = $2 and last_used_at <= $5`,
);

/** Stores that a calendar was read, unless that was stored after `before`, and puts its end off. */
export const readCalendar = (accountId: string, id: string, now: Date, expiresAt: Date, before: Date) =>
  write(READ_CALENDAR, [accountId, id, now, expiresAt, before]);

const HAS_SESSION = prepared(
  'has_session',
  `select from sessions s where s.account_id = $1 and s.id = $2 and s.member_id = $3`,
);

/** Whether the session goes on, under the account's lock. */
export const hasSession = (accountId: string, id: string, memberId: string) =>
  map(readRow<object>(HAS_SESSION, [accountId, id, memberId]), (row) => row !== undefined);

const END_LINKS = prepared('end_sign_in_links', `delete from sign_in_links where account_id = $1 and member_id = $2`);

export const endLinks = (accountId: string, memberId: string) => write(END_LINKS, [accountId, memberId]);

const END_SHOWN_LINKS = prepared(
  'end_shown_links',
  `delete from sign_in_links
   where account_id = $1 and used_at is null and shown_to is not null and (member_id = $2 or shown_to = $2)`,
);

/** Ends unused links that were shown: to somebody else for this member, and to this member for somebody else. */
export const endShownLinks = (accountId: string, memberId: string) => write(END_SHOWN_LINKS, [accountId, memberId]);

/** Session as members see it; `current` marks the caller's session. */
export const sessionView = (
  session: ListedSession,
  currentId: string | undefined,
  names: ReadonlyMap<string, string>,
): SessionView => ({
  id: session.id,
  member: { id: session.memberId, name: names.get(session.memberId) ?? REMOVED_MEMBER },
  device: session.device,
  remembered: session.remembered,
  ...(session.isCalendar && { calendar: true as const }),
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  current: session.id === currentId,
});

export interface OpenLink {
  readonly accountId: string;
  readonly accountName: string;
  readonly expiresAt: Date;
}

const FIND_LINK = prepared(
  'find_sign_in_link',
  `select a.id as "accountId", a.name as "accountName", l.expires_at as "expiresAt"
   from sign_in_links l join accounts a on a.id = l.account_id and ${IS_OPEN}
   where l.account_id = $1 and l.token_hash = $2 and l.used_at is null and l.expires_at > $3`,
);

export const findLink = (accountId: string, tokenHash: Buffer, now: Date) =>
  readRow<OpenLink>(FIND_LINK, [accountId, tokenHash, now]);

const FIND_KEPT_LINK = prepared(
  'find_kept_sign_in_link',
  `select token_hash as "tokenHash", expires_at as "expiresAt" from sign_in_links where account_id = $1 and id = $2`,
);

/** A link by its id, as a mail names it, used or not. */
export const findKeptLink = (accountId: string, id: string) =>
  readRow<Pick<SignInLink, 'tokenHash' | 'expiresAt'>>(FIND_KEPT_LINK, [accountId, id]);

const USE_LINK = prepared(
  'use_sign_in_link',
  `update sign_in_links set used_at = $3
   where account_id = $1 and token_hash = $2 and used_at is null and expires_at > $3 returning id, member_id as "memberId"`,
);

/** Uses the link; undefined when it is used or expired. */
export const useLink = (accountId: string, tokenHash: Buffer, now: Date) =>
  writeRow<{ id: string; memberId: string }>(USE_LINK, [accountId, tokenHash, now]);

export interface OpenRequest {
  readonly id: string;
  readonly requestedAt: Date;
  /** E-mail address in normalised form, for comparisons. */
  readonly emailKey: string;
  /** Network of the client's address, as limits count clients; blank when unknown. */
  readonly network: string;
}

// A repeat after a lost connection adds no second row.
const ADD = acrossAccounts(
  `insert into sign_in_requests (id, requested_at, email_key, network) values ($1, $2, $3, $4) on conflict do nothing`,
  'add_sign_in_request',
);

export const addRequest = ({ id, requestedAt, emailKey, network }: OpenRequest) =>
  write(ADD, [id, requestedAt, emailKey, network]);

/** Requests per list; PostgreSQL would sort a longer list instead of using the index. */
export const REQUESTS_LISTED = 100;

const LIST_OPEN = acrossAccounts(
  `select id from sign_in_requests where email_key is not null and id > $1 order by id limit ${REQUESTS_LISTED}`,
);

/** Waiting requests after this one, oldest first. */
export const listOpenRequests = (after: string) => readRows<{ id: string }>(LIST_OPEN, [after]);

const CLAIM = acrossAccounts(
  `select id, requested_at as "requestedAt", email_key as "emailKey", network from sign_in_requests
   where id = $1 and email_key is not null for update skip locked`,
);

/** Locks the request for this transaction; undefined when another transaction holds it or has processed it. */
export const claimRequest = (id: string) => lockRow<OpenRequest>('sign-in request', CLAIM, [id]);

const COUNT_MAILED = acrossAccounts(
  `select count(*) filter (where network_hash = $2)::int as "fromNetwork", count(*)::int as "inAll"
   from sign_in_requests where email_hash = $1 and requested_at > $3`,
);

/** Requests for this e-mail address answered with mails since then: from this network, and in all. */
export const countMailed = (emailHash: Buffer, networkHash: Buffer, since: Date) =>
  readRow<{ fromNetwork: number; inAll: number }>(COUNT_MAILED, [emailHash, networkHash, since]);
