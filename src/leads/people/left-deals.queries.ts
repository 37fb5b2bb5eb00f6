import { map, prepared, telling, writeRows } from '../../database/query';
import { GONE_LIST } from '../record/list-entries.queries';

const END_LEFT_DEALS = prepared(
  'end_left_deals',
  `with ended as materialized (
     select l.account_id, l.id
     from list_entries e
     cross join lateral (select d.account_id, d.id from deals d
                         where d.account_id = $1 and d.lead_id = e.lead_id for update skip locked) l
     where e.account_id = $1 and e.list_id = $2 limit $3)
   delete from deals d using ended n
   where n.account_id = $1 and d.account_id = $1 and d.id between n.id and n.id
   returning d.id`,
);

/** Ends up to `count` deals of leads that were erased; returns how many. Such a deal is never changed, so its lead needs no lock. */
export const endLeftDeals = (accountId: string, count: number) =>
  map(telling(writeRows(END_LEFT_DEALS, [accountId, GONE_LIST, count]), 'deal'), (rows) => rows.length);
