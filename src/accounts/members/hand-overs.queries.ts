import { AMONG_ACCOUNTS, type AccountSearch } from '../search-accounts';
import { acrossAccounts, prepared, readRow, readRows, write } from '../../database/query';

const START = prepared(
  'start_hand_over',
  `insert into hand_overs (account_id, from_member_id, to_member_id, created_at) values ($1, $2, $3, $4)
   on conflict (account_id, from_member_id) do update set to_member_id = excluded.to_member_id, created_at = excluded.created_at`,
);
const REDIRECT = prepared(
  'redirect_hand_overs',
  `update hand_overs set to_member_id = $3 where account_id = $1 and to_member_id = $2`,
);
const LEAVE_ROTAS = prepared('leave_rotas', `delete from rota_members where account_id = $1 and member_id = $2`);

/**
 * Lets a job hand the leads of a member over who leaves, and what others hand over to that member. Null: to nobody. Takes the member
 * out of every rota. Requires the locks of both.
 */
export const startHandOver = (accountId: string, from: string, to: string | null) => [
  write(START, [accountId, from, to, new Date()]),
  write(REDIRECT, [accountId, from, to]),
  write(LEAVE_ROTAS, [accountId, from]),
];

const STOP = prepared('stop_hand_over', `delete from hand_overs where account_id = $1 and from_member_id = $2`);

/** For a member who is active again, and at the end. */
export const stopHandOver = (accountId: string, from: string) => write(STOP, [accountId, from]);

const FIND = prepared(
  'find_hand_over',
  `select to_member_id as "to" from hand_overs where account_id = $1 and from_member_id = $2`,
);

export const findHandOver = (accountId: string, from: string) =>
  readRow<{ to: string | null }>(FIND, [accountId, from]);

export interface HandOverKey {
  readonly accountId: string;
  readonly from: string;
}

const LIST = acrossAccounts(
  `select h.account_id as "accountId", h.from_member_id as "from" from hand_overs h
   where ${AMONG_ACCOUNTS} and (h.account_id, h.from_member_id) > ($2::uuid, $3::uuid)
   order by h.account_id, h.from_member_id limit $4`,
);

/** Up to `count` hand-overs after this one, of all accounts. */
export const listHandOvers =
  ({ accountId, from }: HandOverKey, count: number): AccountSearch<HandOverKey> =>
  (accounts) =>
    readRows(LIST, [accounts, accountId, from, count]);
