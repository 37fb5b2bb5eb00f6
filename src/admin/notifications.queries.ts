import type { NotificationView } from '../contract/notification';
import { map, planned, prepared, readRow, readRows, telling, write } from '../database/query';

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

/** Of a row `n` of notifications; the account is $1. */
const FIELDS = `n.id, n.type, n.message, n.created_at, n.read_at,
  case when n.lead_id is not null then json_build_object(
    'id', n.lead_id, 'name', (select l.name from leads l where l.account_id = $1 and l.id = n.lead_id)) end as lead`;

const LIST = planned(
  `select ${FIELDS} from notifications n where n.account_id = $1 and n.id < $2 order by n.id desc limit $3`,
);

/** Newest first, after the entry with this id; ids grow with time. */
export const listNotifications = (accountId: string, before: string, count: number) =>
  map(readRows<NotificationRow>(LIST, [accountId, before, count]), (rows) => rows.map(viewOf));

const FIND = planned(`select ${FIELDS} from notifications n where n.account_id = $1 and n.id = $2`);

export const findNotification = (accountId: string, id: string) =>
  map(readRow<NotificationRow>(FIND, [accountId, id]), (row) => row && viewOf(row));

const COUNT_UNREAD = planned(
  `select count(*)::int as unread from notifications where account_id = $1 and read_at is null`,
);

export const countUnread = (accountId: string) =>
  map(readRow<{ unread: number }>(COUNT_UNREAD, [accountId]), (row) => row?.unread ?? 0);

const MARK_READ = prepared(
  'mark_notification_read',
  `update notifications set read_at = $3 where account_id = $1 and id = $2 and read_at is null`,
);

export const markNotificationRead = (accountId: string, id: string) =>
  telling(write(MARK_READ, [accountId, id, new Date()]), 'notification', id);

/** In the order of their ids, so that two of these never wait for each other. */
const MARK_ALL_READ = prepared(
  'mark_notifications_read',
  `with unread as materialized (
     select u.id from notifications u where u.account_id = $1 and u.read_at is null order by u.id for update)
   update notifications n set read_at = $2 from unread u where n.account_id = $1 and n.id between u.id and u.id`,
);

export const markNotificationsRead = (accountId: string) =>
  telling(write(MARK_ALL_READ, [accountId, new Date()]), 'notification');
