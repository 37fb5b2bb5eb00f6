import { viewerId } from '../accounts/actor';
import { SEARCHED_NOTIFICATIONS } from '../contract/limits';
import { firstIdAt } from '../database/first-id';
import { map, planned, prepared, readRow, readRows, publishing, write } from '../database/query';
import type { MemberReader } from './notification-reader';
import { fieldsOf, isShown, type NotificationRow, viewOf } from './notification-row';

/**
 * The list of a member who is not the owner: entries of some types, for a seller perhaps about their own leads only. Hardly any may be
 * for this member, so each query searches a bounded part of the account's entries.
 */

/** SQL: $2 to $5 of every statement here, after the account. */
const valuesOf = (reader: MemberReader) => [reader.memberId, reader.types, viewerId(reader), reader.since] as const;
const FIRST = firstIdAt('$5::timestamptz');

const IS_SHOWN = isShown('$3', '$4');

// A scalar subquery is a look-up for each searched entry. `not exists` may read all marks of the member.
const MARK = `select r.read_at from notification_reads r
  where r.account_id = $1 and r.member_id = $2::uuid and r.notification_id = n.id`;
const FIELDS = fieldsOf(`case when n.id < ${FIRST} then $5::timestamptz else (${MARK}) end`);

const LIST = planned(
  `select ${FIELDS}
   from (select s.* from notifications s where s.account_id = $1 and s.id < $6
         order by s.id desc limit ${SEARCHED_NOTIFICATIONS}) n
   where ${IS_SHOWN} order by n.id desc limit $7`,
);

/** Newest first, after this id, as far as one search goes. */
export const listOfMember = (accountId: string, reader: MemberReader, before: string, count: number) =>
  map(readRows<NotificationRow>(LIST, [accountId, ...valuesOf(reader), before, count]), (rows) => rows.map(viewOf));

const FIND_END = planned(
  `select s.id from notifications s where s.account_id = $1 and s.id < $2
   order by s.id desc offset ${SEARCHED_NOTIFICATIONS - 1} limit 1`,
);

/** Where a search after this id ends; undefined when it goes through to the oldest entry. */
export const findEndOfSearch = (accountId: string, before: string) =>
  map(readRow<{ id: string }>(FIND_END, [accountId, before]), (row) => row?.id);

const FIND = planned(`select ${FIELDS} from notifications n where n.account_id = $1 and n.id = $6 and ${IS_SHOWN}`);

export const findOfMember = (accountId: string, reader: MemberReader, id: string) =>
  map(readRow<NotificationRow>(FIND, [accountId, ...valuesOf(reader), id]), (row) => row && viewOf(row));

const COUNT_UNREAD = planned(
  `select count(*)::int as unread
   from (select n.id
         from (select s.* from notifications s where s.account_id = $1 and s.id >= ${FIRST}
               order by s.id desc limit ${SEARCHED_NOTIFICATIONS}) n
         where ${IS_SHOWN} and (${MARK}) is null limit $6) u`,
);

/** Counts unread entries up to a bound, among the newest ones of the account. */
export const countUnreadOfMember = (accountId: string, reader: MemberReader, atMost: number) =>
  map(readRow<{ unread: number }>(COUNT_UNREAD, [accountId, ...valuesOf(reader), atMost]), (row) => row?.unread ?? 0);

const MARK_READ = prepared(
  'mark_notification_read_by',
  `insert into notification_reads (account_id, member_id, notification_id, read_at)
   select n.account_id, $2::uuid, n.id, $6 from notifications n
   where n.account_id = $1 and n.id = $7 and n.id >= ${FIRST} and ${IS_SHOWN}
   on conflict (account_id, member_id, notification_id) do nothing`,
);

export const markReadByMember = (accountId: string, reader: MemberReader, id: string) =>
  publishing(write(MARK_READ, [accountId, ...valuesOf(reader), new Date(), id]), 'notification', id);

const FIND_NEWEST = planned(`select s.id from notifications s where s.account_id = $1 order by s.id desc limit 1`);

export const findNewest = (accountId: string) =>
  map(readRow<{ id: string }>(FIND_NEWEST, [accountId]), (row) => row?.id);

/** Entries that are marked in one transaction. */
export const MARKED_AT_ONCE = 1_000;

const SEARCH_UNREAD = planned(
  `with searched as materialized (
     select s.id, s.type, s.lead_id from notifications s
     where s.account_id = $1 and s.id >= ${FIRST} and s.id > $6 and s.id <= $7
     order by s.id limit ${MARKED_AT_ONCE})
   select array(select n.id::text from searched n where ${IS_SHOWN} and (${MARK}) is null order by n.id) as ids,
          (select e.id from searched e order by e.id desc limit 1) as end`,
);

/** Unread entries, oldest first, and where the search for them ended; null when nothing was left to search. */
export interface UnreadPart {
  readonly ids: readonly string[];
  readonly end: string | null;
}

/** Searches the next entries after the one id up to the other. */
export const searchUnread = (accountId: string, reader: MemberReader, after: string, upTo: string) =>
  map(
    readRow<UnreadPart>(SEARCH_UNREAD, [accountId, ...valuesOf(reader), after, upTo]),
    (row) => row ?? { ids: [], end: null },
  );

// Members mark in the order of the ids, so two calls of one member wait for each other in a line.
const MARK_ALL = prepared(
  'mark_notifications_read_by',
  `insert into notification_reads (account_id, member_id, notification_id, read_at)
   select n.account_id, $2::uuid, n.id, $3
   from unnest($4::uuid[]) i (id)
   cross join lateral (select f.account_id, f.id from notifications f where f.account_id = $1 and f.id = i.id limit 1) n
   order by n.id
   on conflict (account_id, member_id, notification_id) do nothing`,
);

export const markAllReadByMember = (accountId: string, memberId: string, ids: readonly string[]) =>
  publishing(write(MARK_ALL, [accountId, memberId, new Date(), ids]), 'notification');
