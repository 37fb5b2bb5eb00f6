import { APPOINTMENT, type AppointmentView } from '../../contract/appointment';
import { IDS, NOW } from '../../contract/document/examples';
import { one, page, type RouteTexts, textsOf } from '../../contract/document/route-text';

export const APPOINTMENT_EXAMPLE: AppointmentView = {
  id: IDS.appointment,
  lead_id: IDS.lead,
  starts_at: NOW,
  attended: false,
};

const route = textsOf('Owner: people');

export const APPOINTMENTS_TEXTS: RouteTexts = {
  'GET /admin/v1/appointments': route('List the appointments in the order of their beginning', {
    description: '`from` and `to` are Brasília days, both included.',
    answers: [page(APPOINTMENT, APPOINTMENT_EXAMPLE)],
  }),
  'POST /admin/v1/appointments': route('Make an appointment with a lead', {
    body: { lead_id: IDS.lead, starts_at: NOW, attended: false },
    answers: [one(201, 'The appointment.', APPOINTMENT, APPOINTMENT_EXAMPLE)],
    errors: ['not_found'],
  }),
  'PATCH /admin/v1/appointments/{id}': route('Say whether an appointment was attended', {
    body: { attended: true },
    answers: [one(200, 'The appointment.', APPOINTMENT, { ...APPOINTMENT_EXAMPLE, attended: true })],
    errors: ['not_found'],
  }),
};
