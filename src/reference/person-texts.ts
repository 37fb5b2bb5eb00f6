import type { KnownPerson, PersonConversation } from '../leads/people/person.queries';
import { one } from './owner-texts';
import { DEAL_RULE } from './partner-texts';
import type { RouteText, RouteTexts } from './routes';
import { HELD, IDS, LEAD, LEAD_DETAIL, NOW, PERSON, SUBMISSION } from './samples';
import { dataOf, ID, listOf, MOMENT, objectOf, orNull, pageOf, ref } from './shape';

const route = (summary: string, more: Omit<RouteText, 'tag' | 'summary'>): RouteText => ({
  tag: 'Owner: people',
  summary,
  ...more,
});

const CHAT: PersonConversation = {
  id: IDS.conversation,
  phone: LEAD.phone,
  channel: 'chat',
  name: LEAD.name,
  origin: 'untracked',
  created_at: NOW,
};

const DECIDED = { ...HELD, resolved_at: NOW };

/** The owner's routes about leads and the people behind them. */
export const PERSON_TEXTS: RouteTexts = {
  'GET /admin/v1/leads': route('Find the leads with a phone or an e-mail', {
    rules: [{ fields: ['phone', 'email'], rule: 'Exactly one of `phone` and `email` is given.' }],
    description: 'The answer shows all that is known: notes, consent, why this origin, history.',
    answers: [
      { status: 200, what: 'The leads.', schema: dataOf(listOf(ref('LeadDetail'))), example: { data: [LEAD_DETAIL] } },
    ],
  }),
  'GET /admin/v1/leads/duplicates': route('List the phones that several leads share', {
    answers: [
      {
        status: 200,
        what: 'A page.',
        schema: pageOf(ref('DuplicateGroup')),
        example: {
          data: [{ phone: LEAD.phone, leads: [LEAD, { ...LEAD, id: IDS.otherLead, deals: [] }] }],
          next_cursor: null,
        },
      },
    ],
  }),
  'GET /admin/v1/leads/{id}': route('Read one lead with all that is known of it', {
    answers: [one(200, 'The lead.', 'LeadDetail', LEAD_DETAIL)],
    errors: ['not_found'],
  }),
  'POST /admin/v1/leads/{id}/merge': route('Merge a lead into another one of the same phone', {
    body: { into: IDS.lead },
    answers: [one(200, 'The lead that stays.', 'LeadDetail', LEAD_DETAIL)],
    errors: ['not_found', 'conflict'],
  }),
  'GET /admin/v1/leads/{id}/export': route('Export all that is held on the person of a lead', {
    answers: [one(200, 'Everything.', 'Person', PERSON)],
    errors: ['not_found'],
  }),
  'POST /admin/v1/leads/{id}/erase': route('Erase the person of a lead, everywhere', {
    answers: [
      {
        status: 200,
        what: 'Erased; again: the same answer.',
        schema: dataOf(objectOf<{ id: 0; erased_at: 0 }>({ id: ID, erased_at: MOMENT })),
        example: { data: { id: IDS.lead, erased_at: NOW } },
      },
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/people/export': route('Export all that is held on whoever has a phone, with a lead or without', {
    description:
      'As for a lead; 404 when nothing is known of the phone. The audit trail has an entry before the answer leaves.',
    body: { phone: SUBMISSION.phone },
    answers: [one(200, 'Everything.', 'Person', { ...PERSON, conversation: CHAT, leads: [], appointments: [] })],
    errors: ['not_found'],
  }),
  'POST /admin/v1/people/erase': route('Erase whoever has a phone, with a lead or without, everywhere', {
    description:
      'As for a lead, with every lead of the phone. Nothing is left by which a second call could know of the first: it is ' +
      'answered 404, as for any phone of which nothing is known.',
    body: { phone: SUBMISSION.phone },
    answers: [
      {
        status: 200,
        what: 'Erased. The id is that of the lead, the first one of several, or null.',
        schema: dataOf(objectOf<{ id: 0; erased_at: 0 }>({ id: orNull(ID), erased_at: MOMENT })),
        example: { data: { id: null, erased_at: NOW } },
      },
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/people/lookup': route('Ask what is known of a phone, with a lead or without', {
    description:
      'A person who wrote by chat or form, or whose submission is held, may have no lead yet. Partner keys are answered 404 then.',
    body: { phone: SUBMISSION.phone },
    answers: [
      one(200, 'What is known.', 'KnownPerson', {
        phone: LEAD.phone,
        leads: [],
        conversation: CHAT,
        held_submissions: 0,
      } satisfies KnownPerson),
    ],
    errors: ['not_found'],
  }),
  'GET /admin/v1/held-submissions': route('List submissions that could not be applied', {
    description: 'What a key without leads:read sent is never lost: it waits here for the owner’s decision.',
    answers: [
      {
        status: 200,
        what: 'A page.',
        schema: pageOf(ref('HeldSubmission')),
        example: { data: [HELD], next_cursor: null },
      },
    ],
  }),
  'POST /admin/v1/held-submissions/{id}/apply': route('Apply a held submission to a lead, or as a new one', {
    description:
      'Exactly one of `lead_id` and `new_lead`. A new lead is made only while no lead has the phone (409 `conflict`). Of one ' +
      'that is held because its note did not fit, only the note is left, for the lead that it was meant for (else 409 `conflict`).',
    rules: [DEAL_RULE],
    body: { lead_id: IDS.lead },
    answers: [one(200, 'The submission.', 'HeldSubmission', { ...DECIDED, state: 'applied', lead_id: IDS.lead })],
    errors: ['not_found', 'conflict', 'notes_full', 'pipeline_not_configured'],
    unprocessable: ['stage_in_other_pipeline', 'won_requires_closing'],
  }),
  'POST /admin/v1/held-submissions/{id}/dismiss': route('Dismiss a held submission', {
    answers: [one(200, 'The submission.', 'HeldSubmission', { ...DECIDED, state: 'dismissed' })],
    errors: ['not_found', 'conflict'],
  }),
};
