import { isSeen, viewerId } from '../accounts/actor';
import type { EventKind } from '../contract/event';
import { map, planned, readRows } from '../database/query';
import type { MemberReader } from '../notices/notification-reader';
import { isShown } from '../notices/notifications.queries';

/** Ids of changed rows, by kind. */
export type IdsOfKinds = Readonly<Record<EventKind, readonly string[]>>;

/** SQL: rows of a table with these ids whose leads are seen. */
const ofSeenLeads = (kind: EventKind, table: string, ids: string): string => `
   select '${kind}', x.id from ${table} x
   where x.account_id = $1 and x.id = any(${ids}::uuid[]) and exists (
     select from leads l where l.account_id = $1 and l.id = x.lead_id and ${isSeen('l', '$2')})`;

const LIST_SEEN = planned(
  `select 'lead' as kind, l.id from leads l
   where l.account_id = $1 and l.id = any($4::uuid[]) and ${isSeen('l', '$2')}
   union all ${ofSeenLeads('deal', 'deals', '$5')}
   union all ${ofSeenLeads('activity', 'activities', '$7')}
   union all ${ofSeenLeads('appointment', 'appointments', '$8')}
   union all
   select 'notification', n.id from notifications n
   where n.account_id = $1 and n.id = any($6::uuid[]) and ${isShown('$3', '$2')}`,
);

/** Keeps the ids that a member sees: of leads, of what belongs to such leads, and of notifications. Each is returned as its kind and id. */
export const listSeen = (accountId: string, reader: MemberReader, ids: IdsOfKinds) =>
  map(
    readRows<{ kind: EventKind; id: string }>(LIST_SEEN, [
      accountId,
      viewerId(reader),
      reader.types,
      ids.lead,
      ids.deal,
      ids.notification,
      ids.activity,
      ids.appointment,
    ]),
    (rows) => new Set(rows.map(({ kind, id }) => `${kind} ${id}`)),
  );

/** SQL: whose leads the rows of a table with these ids belong to. */
const membersOf = (kind: EventKind, table: string, lead: string, ids: string): string => `
   select '${kind}' as kind, l.responsible_id from ${table} x
   cross join lateral (select f.responsible_id from leads f where f.account_id = $1 and f.id = x.${lead} limit 1) l
   where x.account_id = $1 and x.id = any(${ids}::uuid[])`;

const LIST_MEMBERS = planned(
  `select distinct m.kind, coalesce(m.responsible_id::text, '') as member
   from (${membersOf('lead', 'leads', 'id', '$2')} union all ${membersOf('deal', 'deals', 'lead_id', '$3')}
         union all ${membersOf('notification', 'notifications', 'lead_id', '$4')}
         union all ${membersOf('activity', 'activities', 'lead_id', '$5')}
         union all ${membersOf('appointment', 'appointments', 'lead_id', '$6')}) m`,
);

/** Kind of the change and id of the member, for each member whose leads have changed. The id is empty for unassigned leads, which all see. */
export const listMembersOf = (accountId: string, ids: IdsOfKinds) =>
  map(
    readRows<{ kind: EventKind; member: string }>(LIST_MEMBERS, [
      accountId,
      ids.lead,
      ids.deal,
      ids.notification,
      ids.activity,
      ids.appointment,
    ]),
    (rows) => new Set(rows.map(({ kind, member }) => `${kind} ${member}`)),
  );
