import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import { CALENDAR_DAYS, MAX_CALENDAR_APPOINTMENTS } from '../../contract/limits';
import { midnight } from '../../database/first-id';
import { planned, readRows } from '../../database/query';
import { THIS_DAY } from '../record/next-contact';
import { holderOf } from './appointments.queries';

/** Most appointments without a member that are read before today, and after it. Their leads say which are the member’s. */
const MOST_OF_NOBODY = 5_000;

const [BEGIN, TODAY, END] = [-CALENDAR_DAYS.before, 0, CALENDAR_DAYS.after + 1].map((days) =>
  midnight(`${THIS_DAY} + ${days}`),
);

/** SQL: the first appointments from one moment to another with this member, in the order of their index. */
const within = (member: string, from: string | undefined, to: string | undefined, most: number): string => `
  (select f.id, f.lead_id, f.member_id, f.starts_at, f.minutes, coalesce(f.changed_at, f.created_at) as changed_at from appointments f
   where f.account_id = $1 and f.member_id ${member} and not f.missed and f.starts_at >= ${from} and f.starts_at < ${to}
   order by f.member_id, f.starts_at limit ${most})`;

const PARTS = [
  within('= $2', TODAY, END, MAX_CALENDAR_APPOINTMENTS),
  within('= $2', BEGIN, TODAY, MAX_CALENDAR_APPOINTMENTS),
  within('is null', TODAY, END, MOST_OF_NOBODY),
  within('is null', BEGIN, TODAY, MOST_OF_NOBODY),
];

const LIST_CALENDAR = planned(
  `select a.id, a.lead_id as "leadId", a.starts_at as "startsAt", a.minutes, a.changed_at as "changedAt", l.name
   from (${PARTS.join(' union all ')}) a
   cross join lateral (select r.name, r.responsible_id from leads r
                       where r.account_id = $1 and r.id = a.lead_id and r.erased_at is null limit 1) l
   where ${holderOf('l')} = $2 and ${isSeen('l', '$3')}
   order by a.starts_at < ${TODAY}, a.starts_at, a.id limit ${MAX_CALENDAR_APPOINTMENTS}`,
);

interface CalendarAppointment {
  readonly id: string;
  readonly leadId: string;
  readonly startsAt: Date;
  readonly minutes: number;
  readonly changedAt: Date;
  /** Of the lead. */
  readonly name: string | null;
}

/** The appointments of a member around today but those that were missed: the next ones first, then those before today. */
export const listCalendar = (accountId: string, memberId: string, viewer: Viewer) =>
  readRows<CalendarAppointment>(LIST_CALENDAR, [accountId, memberId, viewerId(viewer)]);
