import { ApiError } from '../common/api-error';
import { PAGE_BYTES, type PagePart } from '../common/input/paging';
import { ROWS_CHANGED, type TakeOld } from '../common/process/jobs';
import { firstCodePoints } from '../common/text';
import { MAX_KEPT_DELIVERIES, MAX_LISTED_TEXT, SPAM_DAYS } from '../contract/limits';
import type { DeliveryField, DeliveryResult, DeliveryView, ListedDelivery } from '../contract/source';
import { inOrder, inserted, propertiesOf, selection } from '../database/columns';
import { sqlState } from '../database/errors';
import {
  lockRow,
  map,
  planned,
  prepared,
  publishing,
  type Query,
  readRow,
  readRows,
  write,
  writeRows,
} from '../database/query';
import { boundedRows, enough, jsonOf } from '../database/sql-json';
import { timestamp } from '../leads/record/lead.view';
import { Delivery } from './source.entity';

const WRITTEN = propertiesOf(Delivery);

const INSERT_DELIVERY = prepared('insert_delivery', `insert into deliveries ${inserted(Delivery, WRITTEN)}`);

/** Fails with 23505 when the same delivery was stored meanwhile. */
export const insertDelivery = (accountId: string, delivery: Omit<Delivery, 'accountId'>) =>
  publishing(
    write(
      INSERT_DELIVERY,
      inOrder(WRITTEN, {
        accountId,
        ...delivery,
        fields: delivery.fields && JSON.stringify(delivery.fields),
        leftOut: delivery.leftOut && JSON.stringify(delivery.leftOut),
      }),
      'delivery identity',
    ),
    'delivery',
    delivery.id,
  );

const FIND_IDENTITY = prepared(
  'find_delivery_identity',
  `select d.lead_id as "leadId" from deliveries d where d.account_id = $1 and d.identity = $2`,
);

/** The lead of the delivery with this identity, if there is one. */
export const findIdentity = (accountId: string, identity: Buffer) =>
  readRow<{ leadId: string | null }>(FIND_IDENTITY, [accountId, identity]);

const LISTED = propertiesOf(Delivery, 'accountId', 'identity', 'digits', 'phoneKey');

export type StoredDelivery = Readonly<Pick<Delivery, (typeof LISTED)[number]>>;

const FIND_DELIVERY = prepared(
  'find_delivery',
  `select ${selection(Delivery, 'd', LISTED)} from deliveries d where d.account_id = $1 and d.id = $2`,
);

export const findDelivery = (accountId: string, id: string) => readRow<StoredDelivery>(FIND_DELIVERY, [accountId, id]);

const LOCK_DELIVERY = prepared(
  'lock_delivery',
  `select d.result, sha256(d.body) as hash from deliveries d where d.account_id = $1 and d.id = $2 for update`,
);

export const lockDelivery = (accountId: string, id: string) =>
  lockRow<{ result: DeliveryResult; hash: Buffer | null }>('delivery', LOCK_DELIVERY, [accountId, id]);

const VIEW = jsonOf<DeliveryView>({
  id: 'd.id',
  source_id: 'd.source_id',
  received_at: timestamp('d.received_at'),
  result: 'd.result',
  lead_id: 'd.lead_id',
  reason: 'd.reason',
  fields: `coalesce(d.fields, '[]')`,
  left_out: `coalesce(d.left_out, '[]')`,
});

const FIND_VIEW = prepared(
  'find_delivery_view',
  `select ${VIEW} as view from deliveries d where d.account_id = $1 and d.id = $2`,
);

/** A delivery with whole values. */
export const findDeliveryView = (accountId: string, id: string) =>
  map(readRow<{ view: DeliveryView }>(FIND_VIEW, [accountId, id]), (row) => row?.view);

/** SQL: deliveries as JSON, in the order of their ids, as far as a page has room for what came. */
const listed = (ids: string): string => `
  select b.value as delivery, b.bytes >= ${enough(PAGE_BYTES)} as "isFull"
  from ${boundedRows(ids, `(select ${VIEW} from deliveries d where d.account_id = $1 and d.id = w.id)`, PAGE_BYTES)} b
  order by b.row_no`;

const LIST_OF_SOURCE = prepared(
  'list_deliveries',
  listed(`select d.id from deliveries d
          where d.account_id = $1 and d.source_id = $2 and d.id < $3
            and exists (select 1 from sources s where s.account_id = $1 and s.id = $2 and s.deleted_at is null)
          order by d.id desc limit $4`),
);

const LIST_HELD = prepared(
  'list_held_deliveries',
  listed(`select d.id from deliveries d
          where d.account_id = $1 and d.settled_at is null and d.result = 'held' and d.id < $2 order by d.id desc limit $3`),
);

/** Up to `count` deliveries of a source after this id, newest first, unless it was deleted; ids grow with time. */
export const listDeliveries = (accountId: string, sourceId: string, before: string, count: number) =>
  listedPart(readRows<ListedRow>(LIST_OF_SOURCE, [accountId, sourceId, before, count]));

/** Up to `count` held deliveries of all sources after this id, newest first. */
export const listHeldDeliveries = (accountId: string, before: string, count: number) =>
  listedPart(readRows<ListedRow>(LIST_HELD, [accountId, before, count]));

interface ListedRow {
  readonly delivery: DeliveryView;
  readonly isFull: boolean;
}

const listedPart = (rows: Query<ListedRow[], 'read'>) =>
  map(rows, (found): PagePart<ListedDelivery> => {
    const last = found.at(-1);
    return {
      rows: found.map(({ delivery }) => listedDelivery(delivery)),
      ...(last?.isFull && { cut: [last.delivery.id] }),
    };
  });

const LIST_WAITING = planned(
  `select d.id from deliveries d
   where d.account_id = $1 and d.source_id = $2 and d.settled_at is null and d.result = 'held' and d.id > $3 order by d.id limit $4`,
);

/** The ids of held deliveries of a source after this one, oldest first. */
export const listWaiting = (accountId: string, sourceId: string, after: string, count: number) =>
  map(readRows<{ id: string }>(LIST_WAITING, [accountId, sourceId, after, count]), (rows) => rows.map(({ id }) => id));

const SETTLE_DELIVERY = prepared(
  'settle_delivery',
  `update deliveries
   set result = $3, reason = $4, lead_id = $5, phone_key = $6, fields = $7, left_out = $8, settled_at = $9,
       digits = case when $9::timestamptz is null then digits end
   where account_id = $1 and id = $2`,
);

type Settled = Pick<Delivery, 'result' | 'reason' | 'leadId' | 'phoneKey' | 'fields' | 'leftOut' | 'settledAt'>;

/** Stores what became of a delivery that waited; the caller has its lock. */
export const settleDelivery = (accountId: string, id: string, settled: Settled) =>
  publishing(
    write(SETTLE_DELIVERY, [
      accountId,
      id,
      settled.result,
      settled.reason,
      settled.leadId,
      settled.phoneKey,
      JSON.stringify(settled.fields),
      JSON.stringify(settled.leftOut),
      settled.settledAt,
    ]),
    'delivery',
    id,
  );

const DISMISS_DELIVERY = prepared(
  'dismiss_delivery',
  `update deliveries set result = 'dismissed', settled_at = date_trunc('milliseconds', now())
   where account_id = $1 and id = $2 and result in ('held', 'spam')`,
);

/** Does nothing to a delivery that no longer waits. */
export const dismissDelivery = (accountId: string, id: string) =>
  publishing(write(DISMISS_DELIVERY, [accountId, id], 'delivery'), 'delivery', id);

const COUNT_DELIVERY = prepared(
  'count_delivery',
  `insert into source_days (account_id, source_id, day, last_at, received, problems, spam, submitted, allowed)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (account_id, source_id, day) do update
   set last_at = greatest(source_days.last_at, excluded.last_at), received = source_days.received + excluded.received,
       problems = source_days.problems + excluded.problems, spam = source_days.spam + excluded.spam,
       submitted = source_days.submitted + excluded.submitted, allowed = excluded.allowed`,
);

/** What a delivery adds to the counts of its day. */
export interface DeliveryCount {
  readonly day: string;
  readonly at: Date;
  /** Until the day ends. */
  readonly secondsLeft: number;
  readonly received: number;
  readonly problems: number;
  readonly spam: number;
  /** 1 for a submission of a form, of which `allowed` are accepted in a day. */
  readonly submitted: number;
  readonly allowed: number | null;
}

/** Throws `rate_limited`, and fails the transaction, beyond the submissions of a form that are allowed in a day. */
export const countDelivery = (accountId: string, sourceId: string, count: DeliveryCount): Query<void> => ({
  ...write(
    COUNT_DELIVERY,
    [
      accountId,
      sourceId,
      count.day,
      count.at,
      count.received,
      count.problems,
      count.spam,
      count.submitted,
      count.allowed,
    ],
    'source day',
  ),
  explain: (failure) => (sqlState(failure) === CHECK_VIOLATION ? formUsedUp(count) : failure),
});

const CHECK_VIOLATION = '23514';

const formUsedUp = ({ allowed, secondsLeft }: DeliveryCount): ApiError =>
  new ApiError('rate_limited', {
    retryAfter: secondsLeft,
    details: { limit: 'daily' },
    message: `Este formulário atingiu o limite diário de ${allowed?.toLocaleString('pt-BR')} envios. Volta a aceitar à meia-noite de Brasília.`,
  });

/** Results of which a source keeps the newest only: anybody may send the same again, tests and spam without end. */
const BOUNDED = ['duplicate', 'spam', 'test'] as const;

export const isBounded = (result: DeliveryResult): boolean => BOUNDED.some((bounded) => bounded === result);

/** SQL: as the index says it. */
const IS_BOUNDED = `result in (${BOUNDED.map((result) => `'${result}'`).join(', ')})`;

const MAKE_ROOM = prepared(
  'make_room_for_delivery',
  `delete from deliveries d
   where d.account_id = $1 and d.source_id = $2 and d.result = $3 and d.${IS_BOUNDED}
     and d.id <= (select o.id from deliveries o
                  where o.account_id = $1 and o.source_id = $2 and o.result = $3 and o.${IS_BOUNDED}
                  order by o.id desc offset ${MAX_KEPT_DELIVERIES - 1} limit 1)`,
);

/** Deletes the oldest of a bounded result, so that there is room for another one. */
export const makeRoom = (accountId: string, sourceId: string, result: DeliveryResult) =>
  write(MAKE_ROOM, [accountId, sourceId, result]);

const DELETE_OLD_SPAM = prepared(
  'delete_old_spam',
  `with old as materialized (
     select account_id, id from deliveries
     where account_id = $1 and settled_at is null and result = 'spam'
       and received_at < $2::timestamptz - interval '${SPAM_DAYS} days'
     order by id limit ${ROWS_CHANGED} for update skip locked)
   delete from deliveries d using old o
   where o.account_id = $1 and d.account_id = $1 and d.id between o.id and o.id returning d.id`,
);

/** Deletes some of the spam that is old; returns their number. */
export const deleteOldSpam = (accountId: string, now: Date) =>
  map(writeRows(DELETE_OLD_SPAM, [accountId, now]), (rows) => rows.length);

/** SQL: a delivery that is deleted after its days; of the others only the content goes. */
export const GOES_AFTER_DAYS = `result in ('duplicate', 'test')`;
export const EMPTIED = 'body = null, fields = null, left_out = null, digits = null';

const EMPTY_SETTLED = prepared(
  'empty_settled_deliveries',
  `with old as materialized (
     select account_id, id, ${GOES_AFTER_DAYS} as goes from deliveries
     where account_id = $1 and settled_at <= $2 and fields is not null
     order by settled_at limit $3 for update skip locked),
   gone as (
     delete from deliveries d using old o
     where o.account_id = $1 and o.goes and d.account_id = $1 and d.id between o.id and o.id returning d.id),
   emptied as (
     update deliveries d set ${EMPTIED} from old o
     where o.account_id = $1 and not o.goes and d.account_id = $1 and d.id between o.id and o.id returning d.id)
   select id from gone union all select id from emptied`,
);

/** Empties deliveries that were applied or dismissed, and deletes repeated ones and tests. The identity stays, so that a retry is recognised. */
export const emptySettledDeliveries: TakeOld = (...values) =>
  map(writeRows(EMPTY_SETTLED, values), (rows) => rows.length);

/** Shows a delivery in a list: its values are cut. */
const listedDelivery = (delivery: DeliveryView): ListedDelivery => ({
  ...delivery,
  fields: delivery.fields.map(listedField),
});

function listedField(field: DeliveryField): ListedDelivery['fields'][number] {
  const value = firstCodePoints(field.value, MAX_LISTED_TEXT);
  return value === field.value ? field : { ...field, value, cut: true };
}
