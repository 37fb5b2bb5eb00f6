import { ApiError, missing } from '../common/api-error';
import { isId } from '../common/input/id.pipe';
import { LAST_ID } from '../common/input/paging';
import { comparisonKey, endOf, wordsIn } from '../common/text';
import type { Config } from '../config/config';
import { Account } from './account.entity';
import { shownLimits } from './account-limits';
import { selection } from '../database/columns';
import { acrossAccounts, lockRow, map, prepared, readRow, readRows, write } from '../database/query';
import type { AccountView, AccountWithSettings } from '../contract/account';

const shownFields = (account: Account) => ({
  id: account.id,
  name: account.name,
  owner: { name: account.ownerName, email: account.ownerEmail },
  plan: { api: account.planApi, auto_origin: account.planAutoOrigin },
  licence_active: account.licenceActive,
  comercial_enabled: account.comercialEnabled,
  created_at: account.createdAt.toISOString(),
});

/** Shows an account to the operator. */
export function accountView(account: Account, defaults: Config['limits']): AccountView {
  const limits = shownLimits(account, defaults);
  return {
    ...shownFields(account),
    ...(limits && { limits }),
    ...(account.closesAt && { closes_at: account.closesAt.toISOString() }),
  };
}

/** Shows an account to its owner. */
export const accountWithSettings = (account: Account): AccountWithSettings => ({
  ...shownFields(account),
  site_domains: account.siteDomains,
  sellers_see: account.sellersSee,
  sellers_export: account.sellersExport,
  loss_reasons: account.lossReasons,
  message_templates: account.messageTemplates,
  idle_days: account.idleDays,
});

// Without statistics a planner takes `is null` for rare, and would read all accounts to find one.
const isEmpty = (column: string): string => `case when ${column} is null then true else false end`;

/** SQL: the account `a` is not closed. Every look-up that opens an account to callers or jobs has it. */
export const IS_OPEN = isEmpty('a.closes_at');
const IS_NOT_ENDED = isEmpty('a.ended_at');

const FIND_ACCOUNT = prepared(
  'find_account',
  `select ${selection(Account, 'a')} from accounts a where a.id = $1 and ${IS_NOT_ENDED}`,
);

const expectFound = <T>(account: T | undefined): T => {
  if (!account) throw missing('account');
  return account;
};

/** Throws `not_found`, also when the account has ended. */
export const findAccount = (accountId: string) => map(readRow<Account>(FIND_ACCOUNT, [accountId]), expectFound);

const FIND_OPEN = prepared('find_open_account', `select from accounts a where a.id = $1 and ${IS_OPEN}`);

/** Whether jobs may work on the account. */
export const isOpen = (accountId: string) => map(readRow<object>(FIND_OPEN, [accountId]), (row) => row !== undefined);

const CLOSED = 'A conta está em encerramento. Restaure a conta antes, com POST /admin/v1/accounts/{id}/restore.';

/** Returns the account; throws `conflict` when it is closed. For calls of the operator. */
export function expectOpen<Found extends Pick<Account, 'closesAt'>>(account: Found): Found {
  if (account.closesAt) throw new ApiError('conflict', { message: CLOSED });
  return account;
}

const LIST_ACCOUNTS = acrossAccounts(
  `select ${selection(Account, 'a')} from accounts a
   where (a.created_at, a.id) < ($1::timestamptz, $2::uuid) and ${IS_NOT_ENDED}
   order by a.created_at desc, a.id desc limit $3`,
);

/** As the index has it, written in the same way. */
const WORDS = `to_tsvector('simple', lower(regexp_replace(
  regexp_replace(normalize(a.name, NFKD), '[\\u0300-\\u036f]', '', 'g'),
  '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f]', ' ', 'g')))`;

/** SQL: one account, by its id, if it is on the page or after it. */
const oneAccount = (condition: string): string =>
  `cross join lateral (select a.id, a.created_at from accounts a
     where ${condition} and a.ended_at is null and (a.created_at, a.id) < ($1::timestamptz, $2::uuid) limit 1) a`;

// Each part reads one index, whatever the others find. Only accounts of the page are read whole: each by its id, since a join would be planned
// for many, and read them all.
const SEARCH_ACCOUNTS = acrossAccounts(
  `with found as (
     select a.id, a.created_at from accounts a
     where ${WORDS} @@ to_tsquery('simple', $4) and a.ended_at is null and (a.created_at, a.id) < ($1::timestamptz, $2::uuid)
     union
     select a.id, a.created_at from members m ${oneAccount('a.id = m.account_id')}
     where m.active and m.email_key collate "C" >= $5 and m.email_key collate "C" < $6
     union
     select a.id, a.created_at from (select $7::uuid as id) s ${oneAccount('a.id = s.id')}
   ), page as materialized (select f.id from found f order by f.created_at desc, f.id desc limit $3)
   select a.* from page p
   cross join lateral (select ${selection(Account, 'a')} from accounts a where a.id = p.id limit 1) a
   order by a."createdAt" desc, a.id desc`,
);

/**
 * Accounts that a text names, newest first: all its words begin words of the name, or it begins the address of an active member, or is the
 * id. Without a text all accounts.
 */
export function listAccounts(text: string | undefined, count: number, createdAt = 'infinity', id = LAST_ID) {
  if (text === undefined) return readRows<Account>(LIST_ACCOUNTS, [createdAt, id, count]);
  const words = wordsIn(text).map((word) => `${word}:*`);
  const address = /\s/.test(text) ? null : comparisonKey(text);
  return readRows<Account>(SEARCH_ACCOUNTS, [
    ...[createdAt, id, count],
    ...[words.join(' & '), address, address && endOf(address), isId(text) ? text : null],
  ]);
}

const LOCKED = ['id', 'name', 'ownerName', 'ownerEmail', 'ownerSince', 'closesAt'] as const satisfies (keyof Account)[];

const LOCK_ACCOUNT = prepared(
  'lock_account',
  `select ${selection(Account, 'a', LOCKED)} from accounts a where a.id = $1 and ${IS_NOT_ENDED} for no key update`,
);

/** Columns of an account that must not change while it is locked. */
export type LockedAccount = Readonly<Pick<Account, (typeof LOCKED)[number]>>;

/**
 * Locks the account's row against changes of its owner and keys. Requests of partners continue: their foreign keys need
 * a weaker lock. Throws `not_found`.
 */
export const lockAccount = (accountId: string) =>
  map(lockRow<LockedAccount>('account', LOCK_ACCOUNT, [accountId]), expectFound);

/** The same; throws `conflict` when the account is closed. */
export const lockOpenAccount = (accountId: string) => map(lockAccount(accountId), expectOpen);

const SET_CLOSING = prepared('set_account_closing', `update accounts set closes_at = $2 where id = $1`);

/** Closes the account until it may be emptied, or opens it with null. Requires its lock. */
export const setClosing = (accountId: string, closesAt: Date | null) => write(SET_CLOSING, [accountId, closesAt]);
