import type { Viewer } from '../../accounts/actor';
import { NO_ID } from '../../common/input/id.pipe';
import { map, planned, readRow } from '../../database/query';
import type { AskedResponsible } from '../record/asked-responsible';

/** Leads of a member, of nobody, or of both. */
export interface OfMembers {
  /** The member; null: nobody's leads alone. */
  readonly memberId: string | null;
  readonly withUnassigned: boolean;
}

/** Up to this number, all of these leads are read and sorted. */
export const FEW_LEADS = 1_000;

/** The leads that are shown: null for all. Sellers who see own leads only find none of others. */
export function wantedBy(viewer: Viewer, responsible: AskedResponsible): OfMembers | null {
  if (responsible === undefined)
    return viewer.sees === 'all' ? null : { memberId: viewer.memberId, withUnassigned: true };
  if (responsible === 'none') return { memberId: null, withUnassigned: true };
  const isSeen = viewer.sees === 'all' || viewer.memberId === responsible;
  return { memberId: isSeen ? responsible : NO_ID, withUnassigned: false };
}

/** SQL: the leads of `OfMembers` in the placeholders `member` and `withUnassigned`, each part by its own index. */
export const leadsOfMembers = (member: string, withUnassigned: string): string => `
  (select f.id from leads f where f.account_id = $1 and f.responsible_id = ${member} order by f.id desc limit ${FEW_LEADS})
  union all
  (select f.id from leads f where f.account_id = $1 and f.responsible_id is null and ${withUnassigned}
   order by f.id desc limit ${FEW_LEADS})`;

/** SQL: the lead with this id is one of `OfMembers`, by the indexes of `leadsOfMembers`, without a look at its row. */
export const isOfMembers = (id: string, member: string, withUnassigned: string): string => `
  ((select true from leads f where f.account_id = $1 and f.responsible_id = ${member} and f.id = ${id} limit 1)
   or (${withUnassigned} and
       (select true from leads f where f.account_id = $1 and f.responsible_id is null and f.id = ${id} limit 1)))`;

const COUNT_LEADS = planned(`select count(*)::int as count from (${leadsOfMembers('$2::uuid', '$3::boolean')}) f`);

/** Counts these leads, in all pipelines, up to about `FEW_LEADS`. */
export const countSomeLeads = (accountId: string, { memberId, withUnassigned }: OfMembers) =>
  map(readRow<{ count: number }>(COUNT_LEADS, [accountId, memberId, withUnassigned]), (row) => row?.count ?? 0);
