import { propertiesOf, selection } from '../../database/columns';
import { acrossAccounts, map, prepared, readRow, readRows, write, writeRow, writeRows } from '../../database/query';
import { Account } from '../../accounts/account.entity';
import { IS_OPEN } from '../../accounts/account.queries';
import { ApiKey } from './api-key.entity';
import { type Caller, CALLING } from './caller';
import type { TakeOld } from '../../common/process/jobs';
import type { ErrorCode } from '../../contract/error';
import type { ApiKeyView, KeyRefusal, KeyRefusalDay } from '../../contract/key';
import { MAX_KEY_REFUSALS } from '../../contract/limits';

/**
 * Runs uncached, so that a revocation or a change of plan applies to the next request on every instance. Needs no account id: only
 * accounts and api_keys are read without one.
 */
const FIND_CALLER = acrossAccounts(
  `select json_build_object('id', k.id, 'name', k.name, 'permissions', k.permissions) as key,
          ${selection(Account, 'a', CALLING)}
   from api_keys k
   join accounts a on a.id = k.account_id and ${IS_OPEN}
   where k.hash = $1 and k.revoked_at is null and (k.ends_at is null or k.ends_at > now())`,
  'find_caller',
);

export const findCaller = (keyHash: Buffer) =>
  map(
    readRow<Caller['account'] & { key: Caller['key'] }>(FIND_CALLER, [keyHash]),
    (row): Omit<Caller, 'actor'> | undefined => {
      if (!row) return undefined;
      const { key, ...account } = row;
      return { account, key };
    },
  );

const LISTED = propertiesOf(ApiKey, 'accountId', 'hash', 'slot', 'revokedAt');

/** Key with its last use, as its account lists it; an expired key is shown as revoked. */
export type ListedKey = Pick<ApiKey, (typeof LISTED)[number] | 'revokedAt'> & {
  readonly lastUsedAt: Date | null;
};

const LISTED_KEYS = `
   select ${selection(ApiKey, 'k', LISTED)},
          (select u.last_used_at from api_key_uses u where u.account_id = $1 and u.key_id = k.id) as "lastUsedAt",
          coalesce(k.revoked_at, case when k.ends_at <= now() then k.ends_at end) as "revokedAt"
   from api_keys k`;

const LIST_KEYS = prepared(
  'list_keys',
  `${LISTED_KEYS} where k.account_id = $1 and k.id < $2 order by k.id desc limit $3`,
);

/** Up to `count` keys of the account with revoked ones, newest first, after this id; ids grow with time. */
export const listKeys = (accountId: string, before: string, count: number) =>
  readRows<ListedKey>(LIST_KEYS, [accountId, before, count]);

const FIND_KEY = prepared('find_key', `${LISTED_KEYS} where k.account_id = $1 and k.id = $2`);

export const findKey = (accountId: string, id: string) => readRow<ListedKey>(FIND_KEY, [accountId, id]);

const SETTLE_ENDED_KEYS = prepared(
  'settle_ended_keys',
  `update api_keys set revoked_at = ends_at where account_id = $1 and revoked_at is null and ends_at <= now()`,
);

/** Revokes expired keys, which frees their places among the five; the caller holds the account's lock. */
export const settleEndedKeys = (accountId: string) => write(SETTLE_ENDED_KEYS, [accountId]);

const END_KEY = prepared(
  'end_key',
  `update api_keys set ends_at = date_trunc('milliseconds', now()) + $3 * interval '1 hour'
   where account_id = $1 and id = $2 returning ends_at as "endsAt"`,
);

/** Sets the key's expiry in so many hours; returns that moment. */
export const endKey = (accountId: string, id: string, hours: number) =>
  map(writeRow<{ endsAt: Date }>(END_KEY, [accountId, id, hours]), (row) => {
    if (!row) throw new Error('a key vanished under the lock of its account');
    return row.endsAt;
  });

const RENAME_KEY = prepared('rename_key', `update api_keys set name = $3 where account_id = $1 and id = $2`);

export const renameKey = (accountId: string, id: string, name: string) => write(RENAME_KEY, [accountId, id, name]);

/** Key as its owner sees it; `last_used_at` is exact to the minute. */
export const apiKeyView = (key: ListedKey): ApiKeyView => ({
  id: key.id,
  name: key.name,
  permissions: key.permissions,
  hint: key.hint,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  ends_at: key.revokedAt ? null : (key.endsAt?.toISOString() ?? null),
});

// Refusals are written late. The account may have been emptied meanwhile, and no foreign key keeps its rows out.
const OF_LIVING_KEY = `(select from api_keys k where k.account_id = $1 and k.id = $2)`;

const ADD_REFUSALS = prepared(
  'add_key_refusals',
  `insert into key_refusals (account_id, key_id, refusals)
   select $1, $2, $3 where exists ${OF_LIVING_KEY}
   on conflict (account_id, key_id) do update
   set refusals = jsonb_path_query_array(excluded.refusals || key_refusals.refusals, '$[0 to ${MAX_KEY_REFUSALS - 1}]')`,
);

/** Adds refusals, newest first; the oldest ones are dropped. */
export const addKeyRefusals = (accountId: string, keyId: string, refusals: readonly KeyRefusal[]) =>
  write(ADD_REFUSALS, [accountId, keyId, JSON.stringify(refusals)]);

const FIND_REFUSALS = prepared(
  'find_key_refusals',
  `select (select r.refusals from key_refusals r where r.account_id = $1 and r.key_id = k.id) as refusals
   from api_keys k where k.account_id = $1 and k.id = $2`,
);

/** Refusals of a key, newest first; undefined for a key that the account lacks. */
export const findKeyRefusals = (accountId: string, keyId: string) =>
  map(
    readRow<{ refusals: readonly KeyRefusal[] | null }>(FIND_REFUSALS, [accountId, keyId]),
    (row) => row && (row.refusals ?? []),
  );

/** Refusals of one day, code and field; without a field, all of the code. */
export interface RefusalCount {
  readonly day: string;
  readonly code: ErrorCode;
  readonly field: string;
  count: number;
}

const COUNT_REFUSALS = prepared(
  'count_key_refusals',
  `insert into key_refusal_days (account_id, key_id, day, code, field, refusals)
   select $1, $2, c.day, c.code, c.field, c.refusals
   from unnest($3::date[], $4::text[], $5::text[], $6::int[]) c (day, code, field, refusals)
   where exists ${OF_LIVING_KEY}
   on conflict (account_id, key_id, day, code, field) do update
   set refusals = key_refusal_days.refusals + excluded.refusals`,
);

/** Adds to the counts of a key's days. The caller has written the key's refusals, whose row other instances wait for. */
export const countKeyRefusals = (accountId: string, keyId: string, counts: readonly RefusalCount[]) =>
  write(COUNT_REFUSALS, [
    ...[accountId, keyId, counts.map(({ day }) => day), counts.map(({ code }) => code)],
    ...[counts.map(({ field }) => field), counts.map(({ count }) => count)],
  ]);

const LIST_REFUSAL_DAYS = prepared(
  'list_key_refusal_days',
  `select coalesce(
     (select json_agg(json_build_object('day', d.day, 'code', d.code, 'count', d.refusals, 'fields', coalesce(
               (select json_agg(json_build_object('name', f.field, 'count', f.refusals) order by f.refusals desc, f.field)
                from key_refusal_days f
                where f.account_id = $1 and f.key_id = $2 and f.day = d.day and f.code = d.code and f.field <> ''), '[]'))
             order by d.day desc, d.refusals desc, d.code)
      from key_refusal_days d where d.account_id = $1 and d.key_id = $2 and d.day > $3 and d.field = ''), '[]') as days
   from api_keys k where k.account_id = $1 and k.id = $2`,
);

/** Counts of a key's refusals after this day, the newest day first; undefined for a key that the account lacks. */
export const listKeyRefusalDays = (accountId: string, keyId: string, after: string) =>
  map(readRow<{ days: readonly KeyRefusalDay[] }>(LIST_REFUSAL_DAYS, [accountId, keyId, after]), (row) => row?.days);

const DELETE_OLD_REFUSAL_DAYS = prepared(
  'delete_old_refusal_days',
  `with old as materialized (
     select d.account_id, d.key_id, d.day, d.code, d.field from key_refusal_days d
     where d.account_id = $1 and d.day <= ($2::timestamptz at time zone 'America/Sao_Paulo')::date limit $3)
   delete from key_refusal_days d using old o
   where d.account_id = $1 and o.account_id = $1 and d.key_id = o.key_id and d.day = o.day and d.code = o.code and d.field = o.field
   returning d.field`,
);

/** Deletes the counts of the day of this moment, and of days before. */
export const deleteOldRefusalDays: TakeOld = (accountId, before, count) =>
  map(writeRows(DELETE_OLD_REFUSAL_DAYS, [accountId, before, count]), (rows) => rows.length);
