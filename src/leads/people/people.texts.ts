import type { PersonConversation } from '../../contract/conversation';
import { IDS, LEAD_EXAMPLE, NOW, SUBMISSION_EXAMPLE } from '../../contract/document/examples';
import { PERSON_EXAMPLE } from '../../contract/document/person.example';
import { ERASED_PERSON, KNOWN_PERSON, PERSON } from '../../contract/person';
import { one, type RouteTexts, textsOf } from '../../contract/document/route-text';

const CHAT: PersonConversation = {
  id: IDS.conversation,
  phone: LEAD_EXAMPLE.phone,
  channel: 'chat',
  name: LEAD_EXAMPLE.name,
  origin: 'untracked',
  created_at: NOW,
};

const route = textsOf('Owner: people');

export const PEOPLE_TEXTS: RouteTexts = {
  'POST /admin/v1/people/lookup': route('Ask what is known about a phone, with or without a lead', {
    description:
      'A person who wrote by chat or form, or whose submission is held, may have no lead yet. Partner keys then get 404.',
    body: { phone: SUBMISSION_EXAMPLE.phone },
    answers: [
      one(200, 'What is known.', KNOWN_PERSON, {
        phone: LEAD_EXAMPLE.phone,
        leads: [],
        conversation: CHAT,
        held_submissions: 0,
      }),
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/people/export': route('Export all data about the person with a phone, with or without a lead', {
    description:
      'As for a lead; 404 when nothing is known about the phone. The audit entry is written before the answer is sent.',
    body: { phone: SUBMISSION_EXAMPLE.phone },
    answers: [one(200, 'Everything.', PERSON, { ...PERSON_EXAMPLE, conversation: CHAT, leads: [], appointments: [] })],
    errors: ['not_found'],
  }),
  'POST /admin/v1/people/erase': route('Erase the person with a phone everywhere, with or without a lead', {
    description:
      'As for a lead, with every lead of the phone. Nothing is kept that could identify the phone: a second call gets ' +
      '404, like any unknown phone.',
    body: { phone: SUBMISSION_EXAMPLE.phone },
    answers: [
      one(200, 'Erased. The id is that of the lead, the first one of several, or null.', ERASED_PERSON, {
        id: null,
        erased_at: NOW,
      }),
    ],
    errors: ['not_found'],
  }),
};
