import { NO_ID } from '../common/input/id.pipe';
import { erasing } from '../database/columns';
import { listInParts, positionValue } from '../database/list-in-parts';
import { lockRows, map, prepared, publishing, type Query, write } from '../database/query';
import { type PersonalTrace, PHONE_KEY } from '../leads/record/personal-traces';
import { timestamp } from '../leads/record/lead.view';
import { EMPTIED, GOES_AFTER_DAYS } from './deliveries.queries';
import { digitsIn, JSON_TYPE } from './reading/digits';
import type { Json } from './reading/json';
import { withPeople } from './reading/people';
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
   select d.*, ${patternsOf('$2::text')} as patterns
   from named n
   cross join lateral (
     select d.id, d.source_id as "sourceId",
            case when d.settled_at is null and d.content_type = '${JSON_TYPE}' then d.body end as body
     from deliveries d where d.account_id = $1 and d.id = n.id limit 1 for update) d
   where n.account_id = $1`,
);

const ERASE = prepared(
  'erase_deliveries',
  `with named as materialized (
     select $1::uuid as account_id, unnest($2::uuid[]) as id, date_trunc('milliseconds', now()) as now)
   update deliveries d
   set result = case when d.settled_at is null then 'dismissed' else d.result end,
       settled_at = coalesce(d.settled_at, n.now), ${erasing(Delivery)}
   from named n where n.account_id = $1 and d.account_id = $1 and d.id between n.id and n.id`,
);

const CORRECT = prepared(
  'correct_deliveries',
  `with named as materialized (
     select d.account_id, d.id, d.goes
     from ${deliveriesOf('$2::text')} f
     cross join lateral (
       select o.account_id, o.id, ${GOES_AFTER_DAYS.replaceAll('result', 'o.result')} as goes from deliveries o
       where o.account_id = $1 and o.id = f.id and o.settled_at is not null and ($3::uuid is null or o.lead_id = $3)
       limit 1 for update) d),
   gone as (
     delete from deliveries d using named n
     where n.account_id = $1 and n.goes and d.account_id = $1 and d.id between n.id and n.id)
   update deliveries d set phone_key = case when d.phone_key = $2 then $4 else d.phone_key end, ${EMPTIED}
   from named n
   where n.account_id = $1 and not n.goes and d.account_id = $1 and d.id between n.id and n.id`,
);

const KEEP_OTHERS = prepared(
  'keep_other_people',
  `update deliveries set body = $3, digits = $4, fields = '[]', left_out = '[]' where account_id = $1 and id = $2`,
);

interface LockedDelivery {
  readonly id: string;
  readonly sourceId: string;
  /** Of one that waits, and could be read. */
  readonly body: Buffer | null;
  /** Of the digits of the phone, as for `like`. */
  readonly patterns: readonly string[];
}

/** Null for what was sent as JSON and is none. */
function jsonIn(body: Buffer): Json {
  try {
    return JSON.parse(body.toString()) as Json;
  } catch {
    return null;
  }
}

const isAmong = (digits: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => digits.includes(pattern.replaceAll('%', '')));

/** Whether an element of a list has the number, its area code perhaps apart. */
const hasNumber = (element: Json, patterns: readonly string[]): boolean =>
  isAmong(digitsIn([], null, Buffer.from(JSON.stringify(element))), patterns);

/**
 * Removes the person from a list of people. Undefined for a delivery that is to be emptied whole: it is no list, is the person's alone, or
 * has the number outside the list too.
 */
function keepOthers(accountId: string, { id, body, patterns }: LockedDelivery): Query<void, 'write'> | undefined {
  const others = body && withPeople(jsonIn(body), (element) => !hasNumber(element, patterns));
  if (!others || others.count === 0) return undefined;
  const kept = JSON.stringify(others.body);
  if (kept.split('"').some((text) => isAmong(text.replace(/\D/g, ''), patterns))) return undefined;
  const bytes = Buffer.from(kept);
  return write(KEEP_OTHERS, [accountId, id, bytes, digitsIn([], JSON_TYPE, bytes)]);
}

interface ExportedDelivery {
  /** In Base64 where it could not be read as one person's. */
  readonly body: string | null;
  readonly fields: readonly unknown[];
  readonly patterns: readonly string[];
}

/** Shows of a list of people the one whose data are exported. */
function ofPerson(json: string): string {
  const { patterns, ...delivery } = JSON.parse(json) as ExportedDelivery;
  const { body, fields } = delivery;
  const own =
    body !== null && fields.length === 0
      ? withPeople(jsonIn(Buffer.from(body, 'base64')), (element) => hasNumber(element, patterns))
      : undefined;
  return JSON.stringify(own ? { ...delivery, body: JSON.stringify(own.body) } : delivery);
}

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
                           then convert_from(d.body, 'UTF8') else encode(d.body, 'base64') end,
              'patterns', ${patternsOf(PHONE_KEY)})
            from deliveries d where d.account_id = $1 and d.id = w.id)`,
    start: [NO_ID],
    shown: ofPerson,
  }),
  move: (...values) => write(MOVE, values),
  ofPhone: {
    first: (phoneKey) =>
      `(select json_build_object('type', 'source', 'id', r.source_id) from ${deliveriesOf(phoneKey)} r limit 1)`,
    lock: (accountId, phoneKey) =>
      map(lockRows<LockedDelivery>('delivery', LOCK_OF_PHONE, [accountId, phoneKey]), (rows) => {
        const [first] = rows;
        if (!first) return [];
        const shared = rows.map((row) => ({ id: row.id, keep: keepOthers(accountId, row) }));
        const own = shared.filter(({ keep }) => !keep).map(({ id }) => id);
        const subject = { type: 'source', id: first.sourceId } as const;
        return [
          publishing(write(ERASE, [accountId, own]), 'delivery'),
          ...shared.flatMap(({ keep }) => keep ?? []),
        ].map((erase) => ({ subject, erase }));
      }),
    correct: (accountId, { phoneKey, leadId }, { key }) =>
      publishing(write(CORRECT, [accountId, phoneKey, leadId, key], 'delivery'), 'delivery'),
  },
};
