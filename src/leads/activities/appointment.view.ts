import type {
  AppointmentView,
  ListedAppointment,
  PlannedAppointment,
  StaffAppointment,
} from '../../contract/day/appointment';
import { brasiliaHour } from '../../common/brasilia-time';
import { OVERLAP_MINUTES } from '../../contract/limits';
import type { Appointment } from '../record/appointment.entity';
import type { FoundAppointment } from './appointments.queries';

export const staffAppointmentView = ({ id, leadId, startsAt, attended }: Appointment): StaffAppointment => ({
  id,
  lead_id: leadId,
  starts_at: startsAt.toISOString(),
  attended,
});

const appointmentView = (appointment: Appointment): AppointmentView => ({
  ...staffAppointmentView(appointment),
  missed: appointment.missed,
  member_id: appointment.memberId,
  text: appointment.text,
});

export const listedAppointmentView = (appointment: FoundAppointment): ListedAppointment => ({
  ...appointmentView(appointment),
  lead: { name: appointment.leadName, phone: appointment.leadPhone },
});

interface Planned {
  readonly appointment: Appointment;
  readonly overlap: Pick<Appointment, 'startsAt'> | undefined;
}

export const plannedAppointmentView = ({ appointment, overlap }: Planned): PlannedAppointment => {
  const data = appointmentView(appointment);
  if (!overlap) return { data };
  const message = `Há outro agendamento da mesma pessoa às ${brasiliaHour(overlap.startsAt)}, a menos de ${OVERLAP_MINUTES} minutos.`;
  return { data, warnings: [{ code: 'overlap', field: 'starts_at', message }] };
};
