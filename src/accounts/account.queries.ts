import { missing } from '../common/missing';
import { Account } from './account.entity';
import { selection } from '../database/columns';
import { acrossAccounts, lockRow, map, prepared, readRows } from '../database/query';

const LOCKED = ['id', 'name', 'ownerEmail', 'ownerSince'] as const satisfies (keyof Account)[];

const LOCK_ACCOUNT = prepared(
  'lock_account',
  `select ${selection(Account, 'a', LOCKED)} from accounts a where a.id = $1 for no key update`,
);

/** The part of an account that must not change while it is locked. */
export type LockedAccount = Readonly<Pick<Account, (typeof LOCKED)[number]>>;

/**
 * The account's row, locked against other changes of its owner and keys; first in the order of locks. Requests of
 * partners continue, as their foreign keys need a weaker lock. Throws `not_found`.
 */
export const lockAccount = (accountId: string) =>
  map(lockRow<LockedAccount>(LOCK_ACCOUNT, [accountId]), (account) => {
    if (!account) throw missing('account');
    return account;
  });

const LIST_ACCOUNT_IDS = acrossAccounts(`select id from accounts where id > $1 order by id limit $2`);

/** The ids of up to `count` accounts after this one, in their order: for jobs that look at every account. */
export const listAccountIds = (after: string, count: number) =>
  map(readRows<{ id: string }>(LIST_ACCOUNT_IDS, [after, count]), (rows) => rows.map(({ id }) => id));

const LIST_OWNED = acrossAccounts(
  `select id, name from accounts where owner_email_key = $1 order by name, id`,
  'list_owned',
);

/** The accounts of the owner with this e-mail address, in the form in which addresses are compared. */
export const listOwned = (ownerEmailKey: string) => readRows<{ id: string; name: string }>(LIST_OWNED, [ownerEmailKey]);

const LIST_OWNED_AFTER = acrossAccounts(
  `select id, name from accounts
   where owner_email_key = $1 and (name, id) > ($2, $3::uuid) order by name, id limit $4`,
  'list_owned_after',
);

/** Up to `count` of them after this one, by name. */
export const listOwnedAfter = (
  ownerEmailKey: string,
  after: { readonly id: string; readonly name: string },
  count: number,
) => readRows<{ id: string; name: string }>(LIST_OWNED_AFTER, [ownerEmailKey, after.name, after.id, count]);
