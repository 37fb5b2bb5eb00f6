import type { MemberName } from '../../contract/members/member';
import { REMOVED_MEMBER } from '../../contract/members/member';
import type { Role } from '../../contract/members/roles';
import { inserted, propertiesOf, selection } from '../../database/columns';
import {
  acrossAccounts,
  lockRow,
  lockRows,
  map,
  planned,
  prepared,
  readRow,
  readRows,
  write,
  publishing,
} from '../../database/query';
import { IS_OPEN } from '../account.queries';
import { Member } from './member.entity';
import { AMONG_ACCOUNTS, type AccountSearch } from '../search-accounts';

/** A member's identity: who it is, and what they may do. */
type MemberIdentity = Readonly<Pick<Member, 'id' | 'role' | 'email' | 'emailKey' | 'active'>>;

const IDENTITY = selection(Member, 'm', ['id', 'role', 'email', 'emailKey', 'active']);

const FIND_OWNER = prepared(
  'find_owner_member',
  `select ${IDENTITY} from members m where m.account_id = $1 and m.role = 'owner'`,
);

/** Every account has one. */
export const findOwner = (accountId: string) =>
  map(readRow<MemberIdentity>(FIND_OWNER, [accountId]), (row) => {
    if (!row) throw new Error('an account has no owner');
    return row;
  });

const FIND_BY_ADDRESS = prepared(
  'find_member_by_address',
  `select ${IDENTITY} from members m where m.account_id = $1 and m.email_key = $2`,
);

/** The member with this address, by its comparison form; active or not. */
export const findMemberByAddress = (accountId: string, emailKey: string) =>
  readRow<MemberIdentity>(FIND_BY_ADDRESS, [accountId, emailKey]);

const WRITTEN = propertiesOf(Member, 'lastSeenAt', 'awayUntil');
const INSERT_MEMBER = prepared('insert_member', `insert into members ${inserted(Member, WRITTEN)}`);
const INSERT_NAME = prepared(
  'insert_member_name',
  `insert into member_names (account_id, id, name) values ($1, $2, $3)`,
);

interface NewMember {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly email: string;
  readonly emailKey: string;
  readonly createdAt: Date;
}

export const insertMember = (accountId: string, { id, name, role, email, emailKey, createdAt }: NewMember) => [
  write(
    INSERT_MEMBER,
    WRITTEN.map((property) => ({ accountId, id, role, email, emailKey, createdAt, active: true })[property]),
  ),
  write(INSERT_NAME, [accountId, id, name]),
];

const RENAME = prepared('rename_member', `update member_names set name = $3 where account_id = $1 and id = $2`);

/** Null empties the name. */
export const renameMember = (accountId: string, id: string, name: string | null) =>
  write(RENAME, [accountId, id, name]);

const TOUCH_MEMBER = prepared('touch_member', `update members set last_seen_at = $3 where account_id = $1 and id = $2`);

/** Stores when a member was seen last. */
export const touchMember = (accountId: string, id: string, at: Date) =>
  write(TOUCH_MEMBER, [accountId, id, at], 'member');

const MAKE_OWNER = prepared(
  'make_owner',
  `update members set role = 'owner', email = $3, active = true, away_until = null where account_id = $1 and id = $2`,
);

export const makeOwner = (accountId: string, id: string, email: string) =>
  write(MAKE_OWNER, [accountId, id, email], 'member');

const END_OWNER = prepared(
  'end_owner',
  `update members set role = 'manager', active = false where account_id = $1 and id = $2`,
);

/** Ends the membership of a former owner. */
export const endOwner = (accountId: string, id: string) => write(END_OWNER, [accountId, id], 'member');

const LIST_NAMES = prepared(
  'list_member_names',
  `select n.id, coalesce(n.name, '${REMOVED_MEMBER}') as name from member_names n where n.account_id = $1`,
);

/** Names of all members, former ones too, by id. */
export const mapNames = (accountId: string) =>
  map(readRows<MemberName>(LIST_NAMES, [accountId]), (rows) => new Map(rows.map(({ id, name }) => [id, name])));

const FIND_NAME = prepared(
  'find_member_name',
  `select coalesce(n.name, '${REMOVED_MEMBER}') as name from member_names n where n.account_id = $1 and n.id = $2`,
);

export const findName = (accountId: string, id: string) =>
  map(readRow<{ name: string }>(FIND_NAME, [accountId, id]), (row) => row?.name);

const SHARE_ACTIVE = prepared(
  'share_active_members',
  `select m.id from members m where m.account_id = $1 and m.id = any($2::uuid[]) and m.active order by m.id for share`,
);

/** Keeps these members from being deactivated until the commit; returns the ids of the active ones. */
export const shareActive = (accountId: string, ids: readonly string[]) =>
  map(lockRows<{ id: string }>('member', SHARE_ACTIVE, [accountId, ids]), (rows) => rows.map(({ id }) => id));

/** SQL: members m of $2 who are active, and not away today in Brasília. */
const PRESENT = `m.account_id = $1 and m.id = any($2::uuid[]) and m.active
  and (m.away_until is null or m.away_until < (clock_timestamp() at time zone 'America/Sao_Paulo')::date)`;

const IS_ANY_PRESENT = prepared('is_any_present', `select exists (select from members m where ${PRESENT}) as "isAny"`);

/** Whether one of these members is active, and not away today. */
export const isAnyPresent = (accountId: string, ids: readonly string[]) =>
  map(readRow<{ isAny: boolean }>(IS_ANY_PRESENT, [accountId, ids]), (row) => row?.isAny ?? false);

const SHARE_PRESENT = prepared(
  'share_present_members',
  `select m.id from members m where ${PRESENT} order by m.id for share`,
);

/** Keeps the present ones of these members from being deactivated or away until the commit; returns their ids. */
export const sharePresent = (accountId: string, ids: readonly string[]) =>
  map(lockRows<{ id: string }>('member', SHARE_PRESENT, [accountId, ids]), (rows) => rows.map(({ id }) => id));

/** SQL: all of a row `m`; the driver would read a day as a moment of its own time zone. */
const MEMBER = `${selection(Member, 'm', propertiesOf(Member, 'awayUntil'))}, m.away_until::text as "awayUntil"`;

const FIND_MEMBER = prepared('find_member', `select ${MEMBER} from members m where m.account_id = $1 and m.id = $2`);

/** Undefined for an unknown one. */
export const findMember = (accountId: string, id: string) => readRow<Member>(FIND_MEMBER, [accountId, id]);

const LOCK_MEMBER = prepared(
  'lock_member',
  `select ${MEMBER} from members m where m.account_id = $1 and m.id = $2 for no key update`,
);

/** Locks a member; transactions that give this member a lead have ended then. Undefined for an unknown one. */
export const lockMember = (accountId: string, id: string) => lockRow<Member>('member', LOCK_MEMBER, [accountId, id]);

/** SQL: the accounts in which the address $1 signs in. */
const SIGN_IN_ACCOUNTS = `
  select a.id, a.name from members m join accounts a on a.id = m.account_id and ${IS_OPEN} where m.email_key = $1 and m.active`;

const LIST_SIGN_IN_ACCOUNTS = acrossAccounts(
  `select s.id, s.name from (${SIGN_IN_ACCOUNTS}) s order by s.name, s.id`,
  'list_sign_in_accounts',
);

/** Accounts in which this address signs in, by name; the address in comparison form. */
export const listSignInAccounts = (emailKey: string) =>
  readRows<{ id: string; name: string }>(LIST_SIGN_IN_ACCOUNTS, [emailKey]);

const LIST_SIGN_IN_ACCOUNTS_AFTER = acrossAccounts(
  `select s.id, s.name from (${SIGN_IN_ACCOUNTS}) s where (s.name, s.id) > ($2, $3::uuid) order by s.name, s.id limit $4`,
  'list_sign_in_accounts_after',
);

/** Up to `count` of them after this one. */
export const listSignInAccountsAfter = (
  emailKey: string,
  after: { readonly id: string; readonly name: string },
  count: number,
) => readRows<{ id: string; name: string }>(LIST_SIGN_IN_ACCOUNTS_AFTER, [emailKey, after.name, after.id, count]);

export type ListedMember = Readonly<
  Pick<Member, 'id' | 'role' | 'email' | 'active' | 'awayUntil' | 'createdAt' | 'lastSeenAt'>
>;

const LIST_MEMBERS = prepared(
  'list_members',
  `select ${MEMBER} from members m
   where m.account_id = $1 and (m.created_at, m.id) > ($2::timestamptz, $3::uuid) order by m.created_at, m.id limit $4`,
);

/** Up to `count` members after this one, first those who came first. */
export const listMembers = (
  accountId: string,
  after: { readonly createdAt: string; readonly id: string },
  count: number,
) => readRows<ListedMember>(LIST_MEMBERS, [accountId, after.createdAt, after.id, count]);

const COUNT_MEMBERS = prepared(
  'count_members',
  `select count(*)::int as all, (count(*) filter (where m.active))::int as active from members m where m.account_id = $1`,
);

/** Counts the members, and the active ones among them. */
export const countMembers = (accountId: string) =>
  map(
    readRow<{ all: number; active: number }>(COUNT_MEMBERS, [accountId]),
    (row): { all: number; active: number } => row ?? { all: 0, active: 0 },
  );

const LIST_ACTIVE = planned(
  `select m.id, m.email_key as "emailKey" from members m where m.account_id = $1 and m.active order by m.id`,
);

export const listActiveMembers = (accountId: string) =>
  readRows<Pick<MemberIdentity, 'id' | 'emailKey'>>(LIST_ACTIVE, [accountId]);

const UPDATE_MEMBER = prepared(
  'update_member',
  `update members set role = $3, active = $4, away_until = $5 where account_id = $1 and id = $2`,
);

/** Open streams look up their readers again, so that a member sees at once what the new role shows. */
export const updateMember = (
  accountId: string,
  id: string,
  { role, active, awayUntil }: Readonly<Pick<Member, 'role' | 'active' | 'awayUntil'>>,
) => publishing(write(UPDATE_MEMBER, [accountId, id, role, active, awayUntil], 'member'), 'notification');

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
