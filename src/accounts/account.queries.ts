import { missing } from '../common/api-error';
import { LAST_ID } from '../common/input/paging';
import { Account } from './account.entity';
import { selection } from '../database/columns';
import { acrossAccounts, lockRow, map, prepared, readRow, readRows } from '../database/query';
import type { AccountView, AccountWithSettings } from '../contract/account';

/** Shows an account to the operator. */
export const accountView = (account: Account): AccountView => ({
  id: account.id,
  name: account.name,
  owner: { name: account.ownerName, email: account.ownerEmail },
  plan: { api: account.planApi, auto_origin: account.planAutoOrigin },
  licence_active: account.licenceActive,
  comercial_enabled: account.comercialEnabled,
  created_at: account.createdAt.toISOString(),
});

/** Shows an account to its owner. */
export const accountWithSettings = (account: Account): AccountWithSettings => ({
  ...accountView(account),
  site_domains: account.siteDomains,
  sellers_see: account.sellersSee,
  sellers_export: account.sellersExport,
  loss_reasons: account.lossReasons,
  idle_days: account.idleDays,
});

const FIND_ACCOUNT = prepared('find_account', `select ${selection(Account, 'a')} from accounts a where a.id = $1`);

const expectFound = <T>(account: T | undefined): T => {
  if (!account) throw missing('account');
  return account;
};

/** Throws `not_found`. */
export const findAccount = (accountId: string) => map(readRow<Account>(FIND_ACCOUNT, [accountId]), expectFound);

const LIST_ACCOUNTS = acrossAccounts(
  `select ${selection(Account, 'a')} from accounts a
   where (a.created_at, a.id) < ($1::timestamptz, $2::uuid)
   order by a.created_at desc, a.id desc limit $3`,
);

/** All accounts, newest first, after the account of this moment and id. */
export const listAccounts = (count: number, createdAt = 'infinity', id = LAST_ID) =>
  readRows<Account>(LIST_ACCOUNTS, [createdAt, id, count]);

const LOCKED = ['id', 'name', 'ownerName', 'ownerEmail', 'ownerSince'] as const satisfies (keyof Account)[];

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
  map(lockRow<LockedAccount>('account', LOCK_ACCOUNT, [accountId]), expectFound);
