import type { ActivityView } from '../day/activity';
import type { AppointmentView } from '../day/appointment';
import type { PersonExport } from '../person';
import { CREATED, IDS, LEAD_DETAIL_EXAMPLE, NOW, RESPONSIBLE_EXAMPLE, SUBMISSION_EXAMPLE } from './examples';

export const APPOINTMENT_EXAMPLE: AppointmentView = {
  id: IDS.appointment,
  lead_id: IDS.lead,
  starts_at: NOW,
  attended: false,
  missed: false,
  member_id: null,
  text: 'Avaliação',
};

export const ACTIVITY_EXAMPLE: ActivityView = {
  id: IDS.activity,
  lead_id: IDS.lead,
  type: 'call',
  text: 'Pediu para ligar à tarde.',
  reached: true,
  at: NOW,
  due_at: null,
  done_at: null,
  author: RESPONSIBLE_EXAMPLE,
};

export const PERSON_EXAMPLE: PersonExport = {
  conversation: {
    id: IDS.conversation,
    phone: '5511987654321',
    channel: 'api',
    name: null,
    origin: 'network_a_ads',
    created_at: CREATED,
  },
  leads: [LEAD_DETAIL_EXAMPLE],
  appointments: [{ ...APPOINTMENT_EXAMPLE, attended: true, created_at: CREATED }],
  activities: [ACTIVITY_EXAMPLE],
  submissions: [
    {
      id: IDS.submission,
      external_id: SUBMISSION_EXAMPLE.external_id,
      key_id: IDS.key,
      request_id: IDS.request,
      result: 'created',
      lead_id: IDS.lead,
      created_at: CREATED,
      also_sent: null,
    },
  ],
  held_submissions: [],
  import_rows: [{ import_id: IDS.import, row: 2, body: SUBMISSION_EXAMPLE }],
  automation_runs: [{ automation_id: IDS.automation, deal_id: IDS.deal, entered_stage_at: CREATED, ran_at: NOW }],
};
