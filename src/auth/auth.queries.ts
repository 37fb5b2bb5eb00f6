import { acrossAccounts, map, prepared, readRow, readRows } from '../database/query';
import type { ApiKey } from './api-key.entity';
import type { Caller } from './caller';

/**
 * Every request runs this, uncached: so a revocation, or a change of the account's plan, applies to the next request on
 * every instance. accounts and api_keys are the two tables that are found without knowing the account.
 */
const FIND_CALLER = acrossAccounts(
  `select json_build_object('id', k.id, 'name', k.name, 'permissions', k.permissions) as key,
          a.id, a.plan_api as "planApi", a.plan_auto_origin as "planAutoOrigin", a.licence_active as "licenceActive",
          a.comercial_enabled as "comercialEnabled", a.cursor_secret as "cursorSecret"
   from api_keys k
   join accounts a on a.id = k.account_id
   where k.hash = $1 and k.revoked_at is null`,
  'find_caller',
);

/** The active key with this SHA-256 and its account. */
export const findCaller = (keyHash: Buffer) =>
  map(readRow<Caller['account'] & { key: Caller['key'] }>(FIND_CALLER, [keyHash]), (row): Caller | undefined => {
    if (!row) return undefined;
    const { key, ...account } = row;
    return { account, key };
  });

/** A key as its account lists it, with the moment of its last use. */
export type ListedKey = Pick<ApiKey, 'id' | 'name' | 'permissions' | 'hint' | 'createdAt' | 'revokedAt'> & {
  readonly lastUsedAt: Date | null;
};

const LIST_KEYS = prepared(
  'list_keys',
  `select k.id, k.name, k.permissions, k.hint, k.created_at as "createdAt", k.revoked_at as "revokedAt",
          u.last_used_at as "lastUsedAt"
   from api_keys k left join api_key_uses u on u.account_id = $1 and u.key_id = k.id
   where k.account_id = $1 order by k.created_at desc, k.id desc`,
);

/** All keys of the account, revoked ones included, newest first. */
export const listKeys = (accountId: string) => readRows<ListedKey>(LIST_KEYS, [accountId]);
