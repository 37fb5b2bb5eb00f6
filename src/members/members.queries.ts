import { firstIdAt } from '../database/first-id';
import { map, prepared, readRow } from '../database/query';

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
