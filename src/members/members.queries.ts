import { firstIdAt } from '../database/first-id';
import { lockRows, map, prepared, readRow, write } from '../database/query';

const COUNT_LEADS = prepared(
  'count_leads_of_member',
  `select count(*)::int as count from leads l where l.account_id = $1 and l.responsible_id = $2`,
);

/** Leads for which the member is responsible. */
export const countLeadsOf = (accountId: string, memberId: string) =>
  map(readRow<{ count: number }>(COUNT_LEADS, [accountId, memberId]), (row) => row?.count ?? 0);

const COUNT_INVITATIONS = prepared(
  'count_invitations',
  `select count(*)::int as count from audit_entries e
   where e.account_id = $1 and e.id >= ${firstIdAt('$2::timestamptz')} and e.action = 'member.invited'`,
);

export const countInvitations = (accountId: string, since: Date) =>
  map(readRow<{ count: number }>(COUNT_INVITATIONS, [accountId, since]), (row) => row?.count ?? 0);

const LOCK_LEADS = prepared(
  'lock_leads_of_member',
  `select l.id from leads l where l.account_id = $1 and l.responsible_id = $2 order by l.id limit $3 for update skip locked`,
);

/** Locks up to `count` leads of a member, but none that another transaction changes now. */
export const lockLeadsOf = (accountId: string, memberId: string, count: number) =>
  map(lockRows<{ id: string }>('lead', LOCK_LEADS, [accountId, memberId, count]), (rows) => rows.map(({ id }) => id));

const END_HAND_OVER = prepared(
  'end_hand_over',
  `delete from hand_overs where account_id = $1 and from_member_id = $2
     and (select l.id from leads l where l.account_id = $1 and l.responsible_id = $2 order by l.id limit 1) is null`,
);

/** Does nothing while the member has leads. */
export const endHandOver = (accountId: string, from: string) => write(END_HAND_OVER, [accountId, from]);
