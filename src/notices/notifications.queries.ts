import { MAX_UNREAD_COUNT, SEARCHED_NOTIFICATIONS } from '../contract/limits';
import { map, planned, prepared, readRow, readRows, publishing, write, writeRows } from '../database/query';
import { OWNER_READER, type Reader, type MemberReader } from './notification-reader';
import { isSeen, viewerId } from '../accounts/actor';
import type { NotificationView } from '../contract/notification';
import { firstIdAt } from '../database/first-id';
import type { TakeOld } from '../common/process/jobs';

type NotificationRow = Omit<NotificationView, 'lead' | 'created_at' | 'read_at'> & {
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly lead: NotificationView['lead'] | null;
};

const viewOf = ({ lead, created_at, read_at, ...entry }: NotificationRow): NotificationView => ({
  ...entry,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
  ...(lead && { lead }),
});

/** SQL: fields of a row `n` of notifications, with the moment at which the reader read it; the account is $1. */
const fieldsOf = (readAt: string): string => `n.id, n.type, n.message, n.created_at, ${readAt} as read_at,
  case when n.lead_id is not null then json_build_object(
    'id', n.lead_id, 'name', (select l.name from leads l where l.account_id = $1 and l.id = n.lead_id)) end as lead`;

/** SQL: a member sees the row `n` of notifications, with the types and the viewer in these placeholders; the account is $1. */
export const isShown = (types: string, viewer: string): string =>
  `n.type = any(${types}::text[]) and (${viewer}::uuid is null or exists (
     select from leads o where o.account_id = $1 and o.id = n.lead_id and ${isSeen('o', viewer)}))`;

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
const FIELDS_OF_MEMBER = fieldsOf(`case when n.id < ${FIRST} then $5::timestamptz else (${MARK}) end`);

const LIST_OF_MEMBER = planned(
  `select ${FIELDS_OF_MEMBER}
   from (select s.* from notifications s where s.account_id = $1 and s.id < $6
         order by s.id desc limit ${SEARCHED_NOTIFICATIONS}) n
   where ${IS_SHOWN} order by n.id desc limit $7`,
);

/** Newest first, after this id, as far as one search goes. */
const listOfMember = (accountId: string, reader: MemberReader, before: string, count: number) =>
  map(readRows<NotificationRow>(LIST_OF_MEMBER, [accountId, ...valuesOf(reader), before, count]), (rows) =>
    rows.map(viewOf),
  );

const FIND_END = planned(
  `select s.id from notifications s where s.account_id = $1 and s.id < $2
   order by s.id desc offset ${SEARCHED_NOTIFICATIONS - 1} limit 1`,
);

/** Where a search after this id ends; undefined when it goes through to the oldest entry. */
const findEndOfSearch = (accountId: string, before: string) =>
  map(readRow<{ id: string }>(FIND_END, [accountId, before]), (row) => row?.id);

const FIND_OF_MEMBER = planned(
  `select ${FIELDS_OF_MEMBER} from notifications n where n.account_id = $1 and n.id = $6 and ${IS_SHOWN}`,
);

const findOfMember = (accountId: string, reader: MemberReader, id: string) =>
  map(readRow<NotificationRow>(FIND_OF_MEMBER, [accountId, ...valuesOf(reader), id]), (row) => row && viewOf(row));

const COUNT_UNREAD_OF_MEMBER = planned(
  `select count(*)::int as unread
   from (select n.id
         from (select s.* from notifications s where s.account_id = $1 and s.id >= ${FIRST}
               order by s.id desc limit ${SEARCHED_NOTIFICATIONS}) n
         where ${IS_SHOWN} and (${MARK}) is null limit $6) u`,
);

/** Counts unread entries up to a bound, among the newest ones of the account. */
const countUnreadOfMember = (accountId: string, reader: MemberReader, atMost: number) =>
  map(
    readRow<{ unread: number }>(COUNT_UNREAD_OF_MEMBER, [accountId, ...valuesOf(reader), atMost]),
    (row) => row?.unread ?? 0,
  );

const MARK_READ_OF_MEMBER = prepared(
  'mark_notification_read_by',
  `insert into notification_reads (account_id, member_id, notification_id, read_at)
   select n.account_id, $2::uuid, n.id, $6 from notifications n
   where n.account_id = $1 and n.id = $7 and n.id >= ${FIRST} and ${IS_SHOWN}
   on conflict (account_id, member_id, notification_id) do nothing`,
);

const markReadByMember = (accountId: string, reader: MemberReader, id: string) =>
  publishing(write(MARK_READ_OF_MEMBER, [accountId, ...valuesOf(reader), new Date(), id]), 'notification', id);

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

// Members mark in the order of the ids, so two calls of one member cannot deadlock.
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

const FIELDS = fieldsOf('n.read_at');

const LIST = planned(
  `select ${FIELDS} from notifications n where n.account_id = $1 and n.id < $2 order by n.id desc limit $3`,
);

/** Newest first, after this id, with where the search ended early; ids grow with time. */
export const listNotifications = (accountId: string, reader: Reader, before: string, count: number) =>
  reader === OWNER_READER
    ? ([
        map(readRows<NotificationRow>(LIST, [accountId, before, count]), (rows) => rows.map(viewOf)),
        undefined,
      ] as const)
    : ([listOfMember(accountId, reader, before, count), findEndOfSearch(accountId, before)] as const);

const FIND = planned(`select ${FIELDS} from notifications n where n.account_id = $1 and n.id = $2`);

/** Undefined for an entry that the reader does not see. */
export const findNotification = (accountId: string, reader: Reader, id: string) =>
  reader === OWNER_READER
    ? map(readRow<NotificationRow>(FIND, [accountId, id]), (row) => row && viewOf(row))
    : findOfMember(accountId, reader, id);

const COUNT_UNREAD = planned(
  `select count(*)::int as unread
   from (select u.id from notifications u where u.account_id = $1 and u.read_at is null limit ${MAX_UNREAD_COUNT}) n`,
);

/** Counts unread entries up to a bound, because every page of the console asks. */
export const countUnread = (accountId: string, reader: Reader) =>
  reader === OWNER_READER
    ? map(readRow<{ unread: number }>(COUNT_UNREAD, [accountId]), (row) => row?.unread ?? 0)
    : countUnreadOfMember(accountId, reader, MAX_UNREAD_COUNT);

const MARK_READ = prepared(
  'mark_notification_read',
  `update notifications set read_at = $3 where account_id = $1 and id = $2 and read_at is null`,
);

/** Sets the reader's mark, unless it is set or the reader does not see the entry. */
export const markNotificationRead = (accountId: string, reader: Reader, id: string) =>
  reader === OWNER_READER
    ? publishing(write(MARK_READ, [accountId, id, new Date()]), 'notification', id)
    : markReadByMember(accountId, reader, id);

const FIND_NEWEST_UNREAD = planned(
  `select u.id from notifications u where u.account_id = $1 and u.read_at is null order by u.id desc limit 1`,
);

export const findNewestUnread = (accountId: string) =>
  map(readRow<{ id: string }>(FIND_NEWEST_UNREAD, [accountId]), (row) => row?.id);

const MARK_ALL_READ = prepared(
  'mark_notifications_read',
  `with unread as materialized (
     select u.id from notifications u where u.account_id = $1 and u.read_at is null and u.id <= $3
     order by u.id limit ${MARKED_AT_ONCE} for update)
   update notifications n set read_at = $2 from unread u where n.account_id = $1 and n.id between u.id and u.id
   returning n.id`,
);

/** Sets the owner's mark on the oldest unread entries up to this one, and returns their ids. */
export const markNotificationsRead = (accountId: string, upTo: string) =>
  publishing(writeRows<{ id: string }>(MARK_ALL_READ, [accountId, new Date(), upTo]), 'notification');

// The id begins with the clock of an instance, the moment is the database's.
const OLD_ID = firstIdAt(`$2::timestamptz + interval '1 minute'`);

// Marks are found by member, because their key has the member first. A member has at most one mark of an entry, so they keep pace.
const DELETE_OLD = prepared(
  'delete_old_notifications',
  `with old as materialized (
     select n.account_id, n.id from notifications n where n.account_id = $1 and n.id <= ${OLD_ID} and n.created_at <= $2
     order by n.id limit $3 for update skip locked),
   marks as materialized (
     select m.account_id, r.member_id, r.notification_id from member_names m cross join lateral (
       select k.member_id, k.notification_id from notification_reads k
       where k.account_id = $1 and k.member_id = m.id and k.notification_id <= ${firstIdAt('$2::timestamptz')}
       order by k.notification_id limit $3) r
     where m.account_id = $1),
   unmarked as (
     delete from notification_reads r using marks k
     where r.account_id = $1 and k.account_id = $1 and r.member_id = k.member_id and r.notification_id = k.notification_id)
   delete from notifications n using old o where n.account_id = $1 and o.account_id = $1 and n.id = o.id returning n.id`,
);

/** Deletes entries up to the moment, read or not, with the marks of members. */
export const deleteOldNotifications: TakeOld = (...values) => map(writeRows(DELETE_OLD, values), (rows) => rows.length);
