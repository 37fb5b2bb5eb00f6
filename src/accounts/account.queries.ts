import { missing } from '../common/missing';
import { Account } from './account.entity';
import { selection } from '../database/columns';
import { lockRow, map, prepared } from '../database/query';

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
  map(lockRow<LockedAccount>('account', LOCK_ACCOUNT, [accountId]), (account) => {
    if (!account) throw missing('account');
    return account;
  });
