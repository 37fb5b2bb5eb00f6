import { NO_ID } from '../common/input/id.pipe';
import { erasing } from '../database/columns';
import { listInParts, positionValue } from '../database/list-in-parts';
import { lockRows, map, prepared, publishing, write } from '../database/query';
import { type PersonalTrace, PHONE_KEY } from '../leads/people/personal-traces';
import { timestamp } from '../leads/record/lead.view';
import { Delivery } from './source.entity';

/**
 * SQL: patterns of the digits in which a phone may be written: without its country code where that is 55, and a mobile number with and
 * without its ninth digit.
 */
const patternsOf = (phoneKey: string): string => `
  case when ${phoneKey} ~ '^55[0-9]{10}$' then
    array['%' || substr(${phoneKey}, 3) || '%', '%' || substr(${phoneKey}, 3, 2) || '9' || substr(${phoneKey}, 5) || '%']
  when ${phoneKey} ~ '^55' then array['%' || substr(${phoneKey}, 3) || '%']
  else array['%' || ${phoneKey} || '%'] end`;

/**
 * SQL: the deliveries of a phone for a from clause: the recognised ones, and those that have the number in a value and wait, or were
 * dismissed and are still kept.
 */
const deliveriesOf = (phoneKey: string): string => `(
  select f.id, f.source_id from (
    select o.id, o.source_id from deliveries o where o.account_id = $1 and o.phone_key = ${phoneKey}
    union
    select w.id, w.source_id from deliveries w
    where w.account_id = $1 and w.digits is not null and w.digits like any (${patternsOf(phoneKey)})) f
  order by f.id)`;

const LOCK_OF_PHONE = prepared(
  'lock_deliveries_of_phone',
  `with named as materialized (select $1::uuid as account_id, f.id from ${deliveriesOf('$2::text')} f)
   select d.id, d.source_id as "sourceId" from named n
   join deliveries d on n.account_id = $1 and d.account_id = $1 and d.id between n.id and n.id
   order by d.id for update of d`,
);

const ERASE = prepared(
  'erase_deliveries',
  `with named as materialized (select $1::uuid as account_id, unnest($2::uuid[]) as id)
   update deliveries d
   set result = case when settled_at is null then 'dismissed' else result end,
       settled_at = coalesce(settled_at, date_trunc('milliseconds', now())), ${erasing(Delivery)}
   from named n where n.account_id = $1 and d.account_id = $1 and d.id between n.id and n.id`,
);

const MOVE = prepared('move_deliveries', `update deliveries set lead_id = $3 where account_id = $1 and lead_id = $2`);

/** What came to sources for a person, until it is emptied. */
export const DELIVERIES_OF_PERSON: PersonalTrace = {
  field: 'deliveries',
  exported: listInParts({
    rows: `select f.id from ${deliveriesOf(PHONE_KEY)} f where f.id > ${positionValue(1, 'uuid')} order by f.id`,
    position: 'w.id',
    json: `(select json_build_object(
              'id', d.id, 'source_id', d.source_id, 'received_at', ${timestamp('d.received_at')}, 'result', d.result,
              'lead_id', d.lead_id, 'reason', d.reason, 'fields', coalesce(d.fields, '[]'), 'left_out', coalesce(d.left_out, '[]'),
              'body', case when d.content_type = 'application/json' and json_array_length(d.fields) > 0
                           then convert_from(d.body, 'UTF8') else encode(d.body, 'base64') end)
            from deliveries d where d.account_id = $1 and d.id = w.id)`,
    start: [NO_ID],
  }),
  move: (...values) => write(MOVE, values),
  ofPhone: {
    first: (phoneKey) =>
      `(select json_build_object('type', 'source', 'id', r.source_id) from ${deliveriesOf(phoneKey)} r limit 1)`,
    lock: (accountId, phoneKey) =>
      map(lockRows<{ id: string; sourceId: string }>('delivery', LOCK_OF_PHONE, [accountId, phoneKey]), (rows) => {
        const [first] = rows;
        if (!first) return [];
        const erase = publishing(write(ERASE, [accountId, rows.map(({ id }) => id)]), 'delivery');
        return [{ subject: { type: 'source', id: first.sourceId }, erase }];
      }),
  },
};
