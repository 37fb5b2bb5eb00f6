import { Account } from '../../accounts/account.entity';
import { selection } from '../../database/columns';
import { map, prepared, readRow, readRows, writeRow, writeRows } from '../../database/query';
import { Session } from './session.entity';

export interface LivingSession {
  readonly id: string;
  readonly lastUsedAt: Date;
  readonly account: Account;
}

// One statement: with two, the account read second might already have its next owner.
const FIND_SESSION = prepared(
  'find_session',
  `select s.id as "sessionId", s.last_used_at as "lastUsedAt", ${selection(Account, 'a')}
   from sessions s join accounts a on a.id = s.account_id
   where s.account_id = $1 and s.token_hash = $2 and s.expires_at > $3 and s.last_used_at > $4`,
);

/** Session with this hash, unexpired and used after `idleSince`. */
export const findSession = (accountId: string, tokenHash: Buffer, now: Date, idleSince: Date) =>
  map(
    readRow<Account & { sessionId: string; lastUsedAt: Date }>(FIND_SESSION, [accountId, tokenHash, now, idleSince]),
    (row): LivingSession | undefined => {
      if (!row) return undefined;
      const { sessionId, lastUsedAt, ...account } = row;
      return { id: sessionId, lastUsedAt, account };
    },
  );

const LISTED = ['id', 'createdAt', 'lastUsedAt', 'expiresAt'] as const satisfies (keyof Session)[];

export type ListedSession = Pick<Session, (typeof LISTED)[number]>;

const LIST_SESSIONS = prepared(
  'list_sessions',
  `select ${selection(Session, 'l', LISTED)} from sessions l
   where l.account_id = $1 and l.id < $2 and l.expires_at > $3 and l.last_used_at > $4 order by l.id desc limit $5`,
);

/** Up to `count` active sessions, newest first, after this id; ids grow with time. */
export const listSessions = (accountId: string, before: string, now: Date, idleSince: Date, count: number) =>
  readRows<ListedSession>(LIST_SESSIONS, [accountId, before, now, idleSince, count]);

const END_SESSION = prepared(
  'end_session',
  `delete from sessions where account_id = $1 and id = $2 returning expires_at as "expiresAt"`,
);

/** Ends one session; undefined when the account lacks it. */
export const endSession = (accountId: string, id: string) =>
  writeRow<{ expiresAt: Date }>(END_SESSION, [accountId, id]);

const TAKE_SESSION = prepared(
  'take_session',
  `delete from sessions where account_id = $1 and token_hash = $2 returning id, expires_at as "expiresAt"`,
);

/** Ends the session with this token, to be replaced; undefined when it has ended. */
export const takeSession = (accountId: string, tokenHash: Buffer) =>
  writeRow<Pick<Session, 'id' | 'expiresAt'>>(TAKE_SESSION, [accountId, tokenHash]);

const END_OTHERS = prepared(
  'end_other_sessions',
  `delete from sessions where account_id = $1 and id is distinct from $2::uuid returning id`,
);

export const endOtherSessions = (accountId: string, kept: string | null) =>
  writeRows<{ id: string }>(END_OTHERS, [accountId, kept]);
