import type { NotificationView } from '../contract/notification';
import { MAX_UNREAD_COUNT } from '../contract/limits';
import { map, planned, prepared, readRow, readRows, telling, write, writeRows } from '../database/query';

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

/** Fields of a row `n` of notifications; the account is $1. */
const FIELDS = `n.id, n.type, n.message, n.created_at, n.read_at,
  case when n.lead_id is not null then json_build_object(
    'id', n.lead_id, 'name', (select l.name from leads l where l.account_id = $1 and l.id = n.lead_id)) end as lead`;

const LIST = planned(
  `select ${FIELDS} from notifications n where n.account_id = $1 and n.id < $2 order by n.id desc limit $3`,
);

/** Newest first, after this id; ids grow with time. */
export const listNotifications = (accountId: string, before: string, count: number) =>
  map(readRows<NotificationRow>(LIST, [accountId, before, count]), (rows) => rows.map(viewOf));

const FIND = planned(`select ${FIELDS} from notifications n where n.account_id = $1 and n.id = $2`);

export const findNotification = (accountId: string, id: string) =>
  map(readRow<NotificationRow>(FIND, [accountId, id]), (row) => row && viewOf(row));

const COUNT_UNREAD = planned(
  `select count(*)::int as unread
   from (select u.id from notifications u where u.account_id = $1 and u.read_at is null limit ${MAX_UNREAD_COUNT}) n`,
);

/** Counts unread entries up to a bound, because every page of the console asks. */
export const countUnread = (accountId: string) =>
  map(readRow<{ unread: number }>(COUNT_UNREAD, [accountId]), (row) => row?.unread ?? 0);

const MARK_READ = prepared(
  'mark_notification_read',
  `update notifications set read_at = $3 where account_id = $1 and id = $2 and read_at is null`,
);

export const markNotificationRead = (accountId: string, id: string) =>
  telling(write(MARK_READ, [accountId, id, new Date()]), 'notification', id);

const FIND_NEWEST_UNREAD = planned(
  `select u.id from notifications u where u.account_id = $1 and u.read_at is null order by u.id desc limit 1`,
);

export const findNewestUnread = (accountId: string) =>
  map(readRow<{ id: string }>(FIND_NEWEST_UNREAD, [accountId]), (row) => row?.id);

/** Entries that are marked in one transaction. */
export const MARKED_AT_ONCE = 1_000;

const MARK_ALL_READ = prepared(
  'mark_notifications_read',
  `with unread as materialized (
     select u.id from notifications u where u.account_id = $1 and u.read_at is null and u.id <= $3
     order by u.id limit ${MARKED_AT_ONCE} for update)
   update notifications n set read_at = $2 from unread u where n.account_id = $1 and n.id between u.id and u.id
   returning n.id`,
);

/** Marks the oldest unread entries up to this one, and returns their ids. */
export const markNotificationsRead = (accountId: string, upTo: string) =>
  telling(writeRows<{ id: string }>(MARK_ALL_READ, [accountId, new Date(), upTo]), 'notification');
