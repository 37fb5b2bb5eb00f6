import { propertiesOf, selection } from '../database/columns';
import { acrossAccounts, map, prepared, readRow, readRows } from '../database/query';
import { Account } from '../accounts/account.entity';
import { ApiKey } from './api-key.entity';
import { type Caller, CALLING } from './caller';

/**
 * Every request runs this, uncached: so a revocation, or a change of the account's plan, applies to the next request on
 * every instance. accounts and api_keys are the two tables that are found without knowing the account.
 */
const FIND_CALLER = acrossAccounts(
  `select json_build_object('id', k.id, 'name', k.name, 'permissions', k.permissions) as key,
          ${selection(Account, 'a', CALLING)}
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

const LISTED = propertiesOf(ApiKey, 'accountId', 'hash', 'slot');

/** A key as its account lists it, with the moment of its last use. */
export type ListedKey = Pick<ApiKey, (typeof LISTED)[number]> & {
  readonly lastUsedAt: Date | null;
};

const LIST_KEYS = prepared(
  'list_keys',
  `select ${selection(ApiKey, 'k', LISTED)}, u.last_used_at as "lastUsedAt"
   from api_keys k left join api_key_uses u on u.account_id = $1 and u.key_id = k.id
   where k.account_id = $1 order by k.created_at desc, k.id desc`,
);

/** All keys of the account, revoked ones included, newest first. */
export const listKeys = (accountId: string) => readRows<ListedKey>(LIST_KEYS, [accountId]);
