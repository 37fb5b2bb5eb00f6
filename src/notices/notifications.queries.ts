import { MAX_UNREAD_COUNT } from '../contract/limits';
import { map, planned, prepared, readRow, readRows, publishing, write, writeRows } from '../database/query';
import {
  countUnreadOfMember,
  findEndOfSearch,
  findOfMember,
  listOfMember,
  MARKED_AT_ONCE,
  markReadByMember,
} from './member-notifications.queries';
import { OWNER_READER, type Reader } from './notification-reader';
import { fieldsOf, type NotificationRow, viewOf } from './notification-row';

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
