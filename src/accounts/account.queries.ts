import { missing } from '../common/missing';
import { Account } from './account.entity';
import { selection } from '../database/columns';
import { acrossAccounts, lockRow, map, prepared, readRows } from '../database/query';

const LOCKED = ['id', 'name', 'ownerEmail', 'ownerSince'] as const satisfies (keyof Account)[];

const LOCK_ACCOUNT = prepared(
  'lock_account',
  `select ${selection(Account, 'a', LOCKED)} from accounts a where a.id = $1 for no key update`,
);

/** Columns of an account that must not change while it is locked. */
export type LockedAccount = Readonly<Pick<Account, (typeof LOCKED)[number]>>;

/**
 * Locks the account's row against changes of its owner and keys. Requests of partners continue: their foreign keys need
 * a weaker lock. Throws `not_found`.
 */
export const lockAccount = (accountId: string) =>
  map(lockRow<LockedAccount>('account', LOCK_ACCOUNT, [accountId]), (account) => {
    if (!account) throw missing('account');
    return account;
  });

const LIST_ACCOUNT_IDS = acrossAccounts(`select id from accounts where id > $1 order by id limit $2`);

/** Lists up to `count` account ids after this one in order, for jobs over all accounts. */
export const listAccountIds = (after: string, count: number) =>
  map(readRows<{ id: string }>(LIST_ACCOUNT_IDS, [after, count]), (rows) => rows.map(({ id }) => id));

const LIST_OWNED = acrossAccounts(
  `select id, name from accounts where owner_email_key = $1 order by name, id`,
  'list_owned',
);

/** Lists the accounts of an owner, by e-mail address in comparison form. */
export const listOwned = (ownerEmailKey: string) => readRows<{ id: string; name: string }>(LIST_OWNED, [ownerEmailKey]);

const LIST_OWNED_AFTER = acrossAccounts(
  `select id, name from accounts
   where owner_email_key = $1 and (name, id) > ($2, $3::uuid) order by name, id limit $4`,
  'list_owned_after',
);

/** Lists up to `count` of them after this one, by name. */
export const listOwnedAfter = (
  ownerEmailKey: string,
  after: { readonly id: string; readonly name: string },
  count: number,
) => readRows<{ id: string; name: string }>(LIST_OWNED_AFTER, [ownerEmailKey, after.name, after.id, count]);
