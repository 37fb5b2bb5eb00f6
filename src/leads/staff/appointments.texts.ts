import { LISTED_APPOINTMENT, PLANNED_APPOINTMENT } from '../../contract/day/appointment';
import { IDS, LEAD_EXAMPLE, NOW } from '../../contract/document/examples';
import { APPOINTMENT_EXAMPLE } from '../../contract/document/person.example';
import { answer, NOTHING, page, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { MAX_APPOINTMENTS, OVERLAP_MINUTES } from '../../contract/limits';

const route = textsOf('Owner: people');

const LISTED_EXAMPLE = { ...APPOINTMENT_EXAMPLE, lead: { name: LEAD_EXAMPLE.name, phone: LEAD_EXAMPLE.phone } };
const OVERLAP = `Another appointment of the same member within ${OVERLAP_MINUTES} minutes is a warning, no refusal.`;
const RULES = [
  { fields: ['missed'], rule: 'Not both `attended` and `missed` are true.' },
  { fields: ['member_id'], rule: '`member_id` is an active member, or null.' },
];

export const APPOINTMENTS_TEXTS: RouteTexts = {
  'GET /admin/v1/appointments': route('List the appointments in the order of their beginning', {
    description:
      '`from` and `to` are Brasília days, both included. `responsible` is a member’s id, `me` or `none`: of the appointment, or of its lead where the appointment names nobody.',
    answers: [page(LISTED_APPOINTMENT, LISTED_EXAMPLE)],
  }),
  'POST /admin/v1/appointments': route('Make an appointment with a lead', {
    description: `${OVERLAP} A lead has at most ${MAX_APPOINTMENTS}: beyond, 409 \`conflict\`.`,
    rules: RULES,
    body: { lead_id: IDS.lead, starts_at: NOW, text: APPOINTMENT_EXAMPLE.text },
    answers: [answer(201, 'The appointment.', PLANNED_APPOINTMENT, { data: APPOINTMENT_EXAMPLE })],
    errors: ['not_found', 'conflict'],
  }),
  'PATCH /admin/v1/appointments/{id}': route('Move an appointment, or say whether the person came', {
    description: OVERLAP,
    rules: RULES,
    body: { attended: true },
    answers: [
      answer(200, 'The appointment.', PLANNED_APPOINTMENT, { data: { ...APPOINTMENT_EXAMPLE, attended: true } }),
    ],
    errors: ['not_found'],
  }),
  'DELETE /admin/v1/appointments/{id}': route('Delete an appointment', {
    answers: [NOTHING],
    errors: ['not_found'],
  }),
};
