import { isSeen, type Viewer, viewerId } from '../../accounts/actor';
import { MINUTE_MS } from '../../contract/durations';
import { APPOINTMENT_MINUTES, MAX_APPOINTMENTS } from '../../contract/limits';
import { inOrder, inserted, propertiesOf, selection } from '../../database/columns';
import { map, planned, prepared, readRow, readRows, publishing, write } from '../../database/query';
import { Appointment } from '../record/appointment.entity';
import type {
  AppointmentView,
  ListedAppointment,
  PlannedAppointment,
  StaffAppointment,
} from '../../contract/day/appointment';
import { brasiliaHour } from '../../common/brasilia-time';
import { findLeadOf } from '../record/leads.queries';
import type { DaysPart, Scanned } from './days';

export const staffAppointmentView = ({ id, leadId, startsAt, attended }: Appointment): StaffAppointment => ({
  id,
  lead_id: leadId,
  starts_at: startsAt.toISOString(),
  attended,
});

const appointmentView = (appointment: Appointment): AppointmentView => ({
  ...staffAppointmentView(appointment),
  minutes: appointment.minutes,
  missed: appointment.missed,
  member_id: appointment.memberId,
  text: appointment.text,
});

export const listedAppointmentView = (appointment: FoundAppointment): ListedAppointment => ({
  ...appointmentView(appointment),
  lead: {
    name: appointment.leadName,
    phone: appointment.leadPhone,
    responsible_id: appointment.leadResponsibleId,
  },
});

interface Overlap extends Pick<Appointment, 'startsAt' | 'minutes'> {
  /** Whether the caller may see its lead. */
  readonly isSeen: boolean;
}

/** An appointment, and another one of the same member that lasts into it, or begins during it. */
export interface Planned {
  readonly appointment: Appointment;
  readonly overlap: Overlap | undefined;
}

export const plannedAppointmentView = ({ appointment, overlap }: Planned): PlannedAppointment => {
  const data = appointmentView(appointment);
  if (!overlap) return { data };
  if (!overlap.isSeen) return { data, warnings: [{ code: 'busy', field: 'starts_at', message: BUSY }] };
  const message = `Há outro agendamento da mesma pessoa das ${brasiliaHour(overlap.startsAt)} às ${brasiliaHour(endOf(overlap))}.`;
  return { data, warnings: [{ code: 'overlap', field: 'starts_at', message }] };
};

/** It does not last into this moment. */
const endOf = ({ startsAt, minutes }: Pick<Appointment, 'startsAt' | 'minutes'>): Date =>
  new Date(startsAt.getTime() + minutes * MINUTE_MS);

const BUSY = 'A pessoa está com esse horário ocupado.';

/** SQL: who has the appointment `a`: its member, else the one who looks after its lead. The account is $1. */
export const holderOf = (lead: string): string => `coalesce(a.member_id, ${lead}.responsible_id)`;

// Rows are read in order until the page is full: $6 at most, $9 for the page. $7 is the viewer, $8 the holder to match, or `none`.
const LIST_APPOINTMENTS = prepared(
  'list_appointments',
  `select ${selection(Appointment, 'a')}, l.name as "leadName", l.phone as "leadPhone", l.responsible_id as "leadResponsibleId",
     w."isWanted", a.nth = $6 as "isLast"
   from (select f.*, row_number() over (order by f.starts_at, f.id) as nth from appointments f
         where f.account_id = $1 and f.starts_at < ($3::date + 1)::timestamp at time zone 'America/Sao_Paulo'
           and (f.starts_at, f.id) > (greatest($2::date::timestamp at time zone 'America/Sao_Paulo', $4), $5::uuid)
         order by f.starts_at, f.id limit $6) a
   cross join lateral (select r.name, r.phone, r.responsible_id, r.erased_at from leads r
                       where r.account_id = $1 and r.id = a.lead_id limit 1) l
   cross join lateral (select l.erased_at is null and ${isSeen('l', '$7')} and (
                               $8::text is null or coalesce(${holderOf('l')}::text, 'none') = $8) as "isWanted") w
   where w."isWanted" or a.nth = $6
   order by a.starts_at, a.id limit $9`,
);

export type FoundAppointment = Appointment &
  Scanned & {
    readonly leadName: string | null;
    readonly leadPhone: string;
    readonly leadResponsibleId: string | null;
  };

/** Finds the appointments after a position that match and are seen, earliest first; and the last one read, if reached. */
export const scanAppointments = (
  accountId: string,
  viewer: Viewer,
  { from, to, after: [startsAt, id], count, scanned, holder }: DaysPart,
) =>
  readRows<FoundAppointment>(LIST_APPOINTMENTS, [
    ...[accountId, from, to, startsAt, id],
    ...[scanned, viewerId(viewer), holder ?? null, count],
  ]);

const WRITTEN = propertiesOf(Appointment);

const INSERT_APPOINTMENT = prepared('insert_appointment', `insert into appointments ${inserted(Appointment, WRITTEN)}`);

/** Sent with `followHandling`. */
export const insertAppointment = (accountId: string, appointment: Omit<Appointment, 'accountId'>) =>
  publishing(write(INSERT_APPOINTMENT, inOrder(WRITTEN, { accountId, ...appointment })), 'appointment', appointment.id);

const COUNT_APPOINTMENTS = prepared(
  'count_appointments',
  `select count(*)::int as count from (select from appointments a where a.account_id = $1 and a.lead_id = $2 limit ${MAX_APPOINTMENTS}) o`,
);

/** The appointments of a lead, counted up to `MAX_APPOINTMENTS`. Requires the lead's lock. */
export const countAppointments = (accountId: string, leadId: string) =>
  map(readRow<{ readonly count: number }>(COUNT_APPOINTMENTS, [accountId, leadId]), (row) => row?.count ?? 0);

export const findLeadOfAppointment = findLeadOf('find_lead_of_appointment', 'appointments');

const FIND_APPOINTMENT = prepared(
  'find_appointment',
  `select ${selection(Appointment, 'a')} from appointments a where a.account_id = $1 and a.id = $2`,
);

/** Requires the lock of its lead. */
export const findAppointment = (accountId: string, id: string) =>
  readRow<Appointment>(FIND_APPOINTMENT, [accountId, id]);

const UPDATE_APPOINTMENT = prepared(
  'update_appointment',
  `update appointments set starts_at = $3, attended = $4, missed = $5, member_id = $6, text = $7, minutes = $8, changed_at = $9
   where account_id = $1 and id = $2`,
);

export const updateAppointment = (accountId: string, row: Appointment) => {
  const { id, startsAt, attended, missed, memberId, text, minutes, changedAt } = row;
  const values = [accountId, id, startsAt, attended, missed, memberId, text, minutes, changedAt];
  return publishing(write(UPDATE_APPOINTMENT, values), 'appointment', id);
};

const DELETE_APPOINTMENT = prepared('delete_appointment', `delete from appointments where account_id = $1 and id = $2`);

export const deleteAppointment = (accountId: string, id: string) =>
  publishing(write(DELETE_APPOINTMENT, [accountId, id]), 'appointment', id);

/** Appointments that may last into another one and are read: so many of the member, and so many without one. */
const MOST_BEFORE = 2_000;

/** SQL: what overlaps the appointment from $3 to $4, of the last appointments before its end with this member, in the order of their index. */
const overlapping = (member: string): string => `
  (select o.* from (
     select f.starts_at, f.minutes, f.member_id, f.lead_id from appointments f
     where f.account_id = $1 and f.member_id ${member} and not f.missed and f.id <> $2
       and f.starts_at > $3::timestamptz - interval '${APPOINTMENT_MINUTES.max} minutes' and f.starts_at < $4::timestamptz
     order by f.member_id desc, f.starts_at desc limit ${MOST_BEFORE}) o
   where o.starts_at + o.minutes * interval '1 minute' > $3::timestamptz)`;

const FIND_OVERLAP = planned(
  `select a.starts_at as "startsAt", a.minutes, ${isSeen('l', '$6')} as "isSeen"
   from (${overlapping('= $5')} union all ${overlapping('is null')}) a
   cross join lateral (select r.responsible_id from leads r
                       where r.account_id = $1 and r.id = a.lead_id and r.erased_at is null limit 1) l
   where ${holderOf('l')} = $5
   order by "isSeen" desc, a.starts_at limit 1`,
);

/** Another appointment of the member that overlaps this one. Prefers one of a lead that the caller may see. */
export const findOverlap = (accountId: string, viewer: Viewer, appointment: Appointment, memberId: string) => {
  const { id, startsAt } = appointment;
  return readRow<Overlap>(FIND_OVERLAP, [accountId, id, startsAt, endOf(appointment), memberId, viewerId(viewer)]);
};
