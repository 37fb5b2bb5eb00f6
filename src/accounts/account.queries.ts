import { ApiError } from '../common/api-error';
import { prepared, type Transaction } from '../database/sql';

const LOCK_ACCOUNT = prepared(
  'lock_account',
  `select id, name, owner_email as "ownerEmail", owner_since as "ownerSince" from accounts where id = $1 for no key update`,
);

/** What of an account must not change while it is locked. */
export interface LockedAccount {
  readonly id: string;
  readonly name: string;
  readonly ownerEmail: string;
  readonly ownerSince: Date;
}

/**
 * The account's row, locked against other changes of its owner and keys; first in the order of locks. Requests of
 * partners go on, as their foreign keys ask for a weaker lock. Throws `not_found`.
 */
export async function lockAccount(tx: Transaction, accountId: string): Promise<LockedAccount> {
  const account = await tx.row<LockedAccount>(LOCK_ACCOUNT, [accountId]);
  if (!account) throw new ApiError('not_found');
  return account;
}
