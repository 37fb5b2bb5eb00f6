import { map, prepared, readRow } from '../database/query';

const COUNT_LEADS = prepared(
  'count_leads_of_member',
  `select count(*)::int as count from leads l where l.account_id = $1 and l.responsible_id = $2`,
);

/** Leads for which the member is responsible. */
export const countLeadsOf = (accountId: string, memberId: string) =>
  map(readRow<{ count: number }>(COUNT_LEADS, [accountId, memberId]), (row) => row?.count ?? 0);
