import { FLAG, ID, MOMENT, named, object, type Of } from './document/shape';

const APPOINTMENT_FIELDS = { id: ID, lead_id: ID, starts_at: MOMENT, attended: FLAG };

export const APPOINTMENT = named('Appointment', object(APPOINTMENT_FIELDS));
export type AppointmentView = Of<typeof APPOINTMENT>;

/** An appointment in the export of a person. */
export const KEPT_APPOINTMENT = object({ ...APPOINTMENT_FIELDS, created_at: MOMENT });
