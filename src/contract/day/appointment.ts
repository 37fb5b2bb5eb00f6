import {
  COUNT,
  FLAG,
  ID,
  listOf,
  MOMENT,
  named,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  TEXT,
  described,
} from '../document/shape';

const STAFF_FIELDS = { id: ID, lead_id: ID, starts_at: MOMENT, attended: FLAG };

/** How long an appointment lasts. */
export const MINUTES = described(COUNT, 'How long it lasts, in minutes.');

/** An appointment for the back office. */
export const STAFF_APPOINTMENT = named('StaffAppointment', object(STAFF_FIELDS));
export type StaffAppointment = Of<typeof STAFF_APPOINTMENT>;

const APPOINTMENT_FIELDS = {
  ...STAFF_FIELDS,
  minutes: MINUTES,
  missed: described(FLAG, 'The person did not come.'),
  member_id: described(orNull(ID), 'Who has it; null: the one who looks after the lead.'),
  text: orNull(TEXT),
};

export const APPOINTMENT = named('Appointment', object(APPOINTMENT_FIELDS));
export type AppointmentView = Of<typeof APPOINTMENT>;

/** An appointment in a list, with whose it is. */
export const LISTED_APPOINTMENT = named(
  'ListedAppointment',
  object({
    ...APPOINTMENT_FIELDS,
    lead: object({
      name: orNull(TEXT),
      phone: TEXT,
      responsible_id: described(orNull(ID), 'Who has it where `member_id` is null.'),
    }),
  }),
);
export type ListedAppointment = Of<typeof LISTED_APPOINTMENT>;

/** An appointment that was made or moved; it is kept in spite of a warning. */
export const PLANNED_APPOINTMENT = object({
  data: APPOINTMENT,
  warnings: optional(
    described(
      listOf(object({ code: oneOf(['overlap', 'busy']), field: oneOf(['starts_at']), message: TEXT })),
      'Absent when the member has no other appointment at that time. `busy` says that its lead is not shown to the caller.',
    ),
  ),
});
export type PlannedAppointment = Of<typeof PLANNED_APPOINTMENT>;

/** An appointment in the export of a person. */
export const KEPT_APPOINTMENT = object({ ...APPOINTMENT_FIELDS, created_at: MOMENT });

/** An appointment in the export of the member who has it. */
export const OWN_APPOINTMENT = object({
  ...STAFF_FIELDS,
  minutes: MINUTES,
  missed: APPOINTMENT_FIELDS.missed,
  text: APPOINTMENT_FIELDS.text,
});
