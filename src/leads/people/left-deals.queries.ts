import { NO_ID } from '../../common/input/id.pipe';
import { planned, prepared, readRows, publishing, write } from '../../database/query';
import { GONE_LIST } from '../record/list-entries.queries';

export interface GoneLead {
  readonly updatedAt: Date | string;
  readonly leadId: string;
}

export interface LeftByGone extends GoneLead {
  readonly hasLeft: boolean;
  /** The lead that it was merged into; null for an erased one. */
  readonly into: string | null;
}

export const FIRST_GONE: GoneLead = { updatedAt: '-infinity', leadId: NO_ID };

const LIST_GONE = planned(
  `select e.updated_at as "updatedAt", e.lead_id as "leadId",
          exists (select from deals d where d.account_id = $1 and d.lead_id = e.lead_id)
            or exists (select from activities a where a.account_id = $1 and a.lead_id = e.lead_id
                       and (a.text is not null or m.lead_id is not null))
            or exists (select from closings c where c.account_id = $1 and c.lead_id = e.lead_id
                       and (c.reason is not null or m.lead_id is not null))
            or exists (select from appointments p where p.account_id = $1 and p.lead_id = e.lead_id and p.text is not null)
            as "hasLeft",
          m.lead_id as "into"
   from list_entries e
   left join lateral (select g.lead_id from lead_merges g
                      where g.account_id = $1 and g.merged_lead_id = e.lead_id limit 1) m on true
   where e.account_id = $1 and e.list_id = $2 and (e.updated_at, e.lead_id) > ($3::timestamptz, $4::uuid)
   order by e.updated_at, e.lead_id limit $5`,
);

/** Lists the gone leads after this one; `hasLeft` when deals, activities or texts were left. */
export const listGone = (accountId: string, { updatedAt, leadId }: GoneLead, count: number) =>
  readRows<LeftByGone>(LIST_GONE, [accountId, GONE_LIST, updatedAt, leadId, count]);

const FOLLOW_MERGE = (name: string, table: string) =>
  prepared(name, `update ${table} set lead_id = $3 where account_id = $1 and lead_id = $2`);

const MOVE_ACTIVITIES = FOLLOW_MERGE('move_activities', 'activities');
const MOVE_CLOSINGS = FOLLOW_MERGE('move_closings', 'closings');

/** Gives what people did with a merged lead, and how its deals ended, to the lead that lives on. */
export const moveWork = (accountId: string, leadId: string, into: string) => [
  publishing(write(MOVE_ACTIVITIES, [accountId, leadId, into]), 'activity'),
  write(MOVE_CLOSINGS, [accountId, leadId, into]),
];
