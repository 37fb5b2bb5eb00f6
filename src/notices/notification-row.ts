import { isSeen } from '../accounts/actor';
import type { NotificationView } from '../contract/notification';

export type NotificationRow = Omit<NotificationView, 'lead' | 'created_at' | 'read_at'> & {
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly lead: NotificationView['lead'] | null;
};

export const viewOf = ({ lead, created_at, read_at, ...entry }: NotificationRow): NotificationView => ({
  ...entry,
  created_at: created_at.toISOString(),
  read_at: read_at?.toISOString() ?? null,
  ...(lead && { lead }),
});

/** SQL: fields of a row `n` of notifications, with the moment at which the reader read it; the account is $1. */
export const fieldsOf = (readAt: string): string => `n.id, n.type, n.message, n.created_at, ${readAt} as read_at,
  case when n.lead_id is not null then json_build_object(
    'id', n.lead_id, 'name', (select l.name from leads l where l.account_id = $1 and l.id = n.lead_id)) end as lead`;

/** SQL: a member sees the row `n` of notifications, with the types and the viewer in these placeholders; the account is $1. */
export const isShown = (types: string, viewer: string): string =>
  `n.type = any(${types}::text[]) and (${viewer}::uuid is null or exists (
     select from leads o where o.account_id = $1 and o.id = n.lead_id and ${isSeen('o', viewer)}))`;
