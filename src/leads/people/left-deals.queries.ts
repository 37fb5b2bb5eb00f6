import { NO_ID } from '../../common/input/id.pipe';
import { planned, readRows } from '../../database/query';
import { GONE_LIST } from '../record/list-entries.queries';

export interface GoneLead {
  readonly updatedAt: Date | string;
  readonly leadId: string;
}

export interface LeftByGone extends GoneLead {
  readonly hasDeals: boolean;
}

export const FIRST_GONE: GoneLead = { updatedAt: '-infinity', leadId: NO_ID };

const LIST_GONE = planned(
  `select e.updated_at as "updatedAt", e.lead_id as "leadId",
          exists (select from deals d where d.account_id = $1 and d.lead_id = e.lead_id) as "hasDeals"
   from list_entries e
   where e.account_id = $1 and e.list_id = $2 and (e.updated_at, e.lead_id) > ($3::timestamptz, $4::uuid)
   order by e.updated_at, e.lead_id limit $5`,
);

/** Lists the gone leads after this one; `hasDeals` when deals were left. */
export const listGone = (accountId: string, { updatedAt, leadId }: GoneLead, count: number) =>
  readRows<LeftByGone>(LIST_GONE, [accountId, GONE_LIST, updatedAt, leadId, count]);
