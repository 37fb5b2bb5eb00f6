import { isSeen } from '../accounts/members/viewer';
import type { EventKind } from '../contract/event';
import { map, planned, readRows } from '../database/query';
import type { MemberReader } from '../notices/notification-reader';
import { isShown } from '../notices/notification-row';

/** Ids of changed rows, by kind. */
export type IdsOfKinds = Readonly<Record<EventKind, readonly string[]>>;

const LIST_SEEN = planned(
  `select 'lead' as kind, l.id from leads l
   where l.account_id = $1 and l.id = any($4::uuid[]) and ${isSeen('l', '$2')}
   union all
   select 'deal', d.id from deals d
   where d.account_id = $1 and d.id = any($5::uuid[]) and exists (
     select from leads l where l.account_id = $1 and l.id = d.lead_id and ${isSeen('l', '$2')})
   union all
   select 'notification', n.id from notifications n
   where n.account_id = $1 and n.id = any($6::uuid[]) and ${isShown('$3', '$2')}`,
);

/** Keeps the ids that a member sees: of leads, of deals of such leads, and of notifications. Each is returned as its kind and id. */
export const listSeen = (accountId: string, { viewer, types }: MemberReader, ids: IdsOfKinds) =>
  map(
    readRows<{ kind: EventKind; id: string }>(LIST_SEEN, [
      accountId,
      viewer,
      types,
      ids.lead,
      ids.deal,
      ids.notification,
    ]),
    (rows) => new Set(rows.map(({ kind, id }) => `${kind} ${id}`)),
  );
