import type { TakeOld } from '../common/process/jobs';
import { map, prepared, writeRows } from '../database/query';

const EMPTY_SETTLED = prepared(
  'empty_settled_deliveries',
  `with old as materialized (
     select account_id, id, result in ('duplicate', 'test') as goes from deliveries
     where account_id = $1 and settled_at <= $2 and fields is not null
     order by settled_at limit $3 for update skip locked),
   gone as (
     delete from deliveries d using old o
     where o.account_id = $1 and o.goes and d.account_id = $1 and d.id between o.id and o.id returning d.id),
   emptied as (
     update deliveries d set body = null, fields = null, left_out = null, digits = null from old o
     where o.account_id = $1 and not o.goes and d.account_id = $1 and d.id between o.id and o.id returning d.id)
   select id from gone union all select id from emptied`,
);

/** Empties deliveries that were applied or dismissed, and deletes repeated ones and tests. The identity stays, so that a retry is recognised. */
export const emptySettledDeliveries: TakeOld = (...values) =>
  map(writeRows(EMPTY_SETTLED, values), (rows) => rows.length);
