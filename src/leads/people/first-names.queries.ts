import { lockRows, planned, readRows, write } from '../../database/query';

/**
 * SQL: the name of the lead of the conversation `c`, where it is the older one: the conversation has none, or the lead began with it. The
 * first lead counts.
 */
const OLDER_NAME = `(select l.name from leads l
   where l.account_id = $1 and l.conversation_id = c.id and l.erased_at is null and l.name is not null
     and (c.name is null or l.created_at <= c.created_at)
   order by l.created_at, l.id limit 1)`;

const SCAN_CONVERSATIONS = planned(
  `select c.id, coalesce(${OLDER_NAME} <> c.name, ${OLDER_NAME} is not null) as "isMisnamed"
   from (select f.id, f.name, f.created_at from conversations f
         where f.account_id = $1 and f.id > $2 order by f.id limit $3) c
   order by c.id`,
);

interface ScannedConversation {
  readonly id: string;
  readonly isMisnamed: boolean;
}

/** Reads the conversations of an account by their ids, and says whose lead has the older name. */
export const scanConversations = (accountId: string, after: string, count: number) =>
  readRows<ScannedConversation>(SCAN_CONVERSATIONS, [accountId, after, count]);

const LOCK_CONVERSATIONS = planned(
  `select c.id from conversations c
   where c.account_id = $1 and c.id = any($2::uuid[]) and c.phone_key is not null
   order by c.id for update`,
);

/** Locks these conversations, without those that were erased meanwhile. */
export const lockConversations = (accountId: string, ids: readonly string[]) =>
  lockRows<{ readonly id: string }>('conversation', LOCK_CONVERSATIONS, [accountId, ids]);

const TAKE_OLDER_NAMES = planned(
  `update conversations c set name = coalesce(${OLDER_NAME}, c.name) where c.account_id = $1 and c.id = any($2::uuid[])`,
);

/** Gives locked conversations the older names of their leads. */
export const takeOlderNames = (accountId: string, ids: readonly string[]) => write(TAKE_OLDER_NAMES, [accountId, ids]);

const HAS_FIRST_NAMES = planned(`update accounts set has_first_names = true where id = $1`);

export const rememberFirstNames = (accountId: string) => write(HAS_FIRST_NAMES, [accountId]);
