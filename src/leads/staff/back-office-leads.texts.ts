import { STAFF_APPOINTMENT } from '../../contract/day/appointment';
import { CONVERSATION, type ConversationView } from '../../contract/conversation';
import { DEAL } from '../../contract/deal';
import { DEAL_EXAMPLE, IDS, LEAD_EXAMPLE, NOW } from '../../contract/document/examples';
import { LEAD } from '../../contract/lead';
import { one, type RouteTexts, textsOf } from '../../contract/document/route-text';

const CONVERSATION_EXAMPLE: ConversationView = {
  id: IDS.conversation,
  phone: LEAD_EXAMPLE.phone,
  channel: 'chat',
  lead_id: null,
  created_at: NOW,
};

const route = textsOf('Operator: back office');

const STAFF_APPOINTMENT_EXAMPLE = { id: IDS.appointment, lead_id: IDS.lead, starts_at: NOW, attended: false };

export const BACK_OFFICE_LEADS_TEXTS: RouteTexts = {
  'POST /admin/v1/accounts/{accountId}/conversations': route('Record a contact of another channel', {
    description:
      'A known phone keeps its conversation. Where it has no name, it takes the one that is sent, and so do its leads without a name.',
    body: { phone: '(11) 98765-4321', channel: 'chat' },
    answers: [
      one(201, 'A new conversation.', CONVERSATION, CONVERSATION_EXAMPLE),
      one(200, 'The phone was known: its conversation.', CONVERSATION, CONVERSATION_EXAMPLE),
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/accounts/{accountId}/leads': route('Enter or import a lead', {
    description:
      'Also takes a second lead on one phone (`allow_duplicate`), several deals in one pipeline, and deals that are won.',
    rules: [{ fields: ['deals.*.stage_id'], rule: 'Each stage is the account’s.' }],
    body: { phone: '(11) 98765-4321', name: 'Maria Silva', deals: [{ stage_id: IDS.wonStage, value: 1500 }] },
    answers: [one(201, 'The lead.', LEAD, LEAD_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  }),
  'PATCH /admin/v1/accounts/{accountId}/leads/{leadId}': route('Fill in an unrated origin by hand', {
    body: { origin: 'social' },
    answers: [one(200, 'The lead.', LEAD, { ...LEAD_EXAMPLE, origin: 'social' })],
    errors: ['not_found', 'conflict'],
  }),
  'PUT /admin/v1/accounts/{accountId}/deals/{dealId}/stage': route('Move a deal, into and out of won stages too', {
    body: { stage_id: IDS.wonStage },
    answers: [one(200, 'The deal.', DEAL, { ...DEAL_EXAMPLE, stage_id: IDS.wonStage })],
    errors: ['not_found', 'stage_in_other_pipeline'],
  }),
  'POST /admin/v1/accounts/{accountId}/appointments': route('Add an appointment of a lead', {
    body: { lead_id: IDS.lead, starts_at: NOW, attended: false },
    answers: [one(201, 'The appointment.', STAFF_APPOINTMENT, STAFF_APPOINTMENT_EXAMPLE)],
    errors: ['not_found'],
  }),
  'PATCH /admin/v1/accounts/{accountId}/appointments/{id}': route('Say whether an appointment was attended', {
    body: { attended: true },
    answers: [one(200, 'The appointment.', STAFF_APPOINTMENT, { ...STAFF_APPOINTMENT_EXAMPLE, attended: true })],
    errors: ['not_found'],
  }),
};
