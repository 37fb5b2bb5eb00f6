import { IDS, LEAD_DETAIL_EXAMPLE, LEAD_EXAMPLE, NOW, PERSON_EXAMPLE } from '../contract/examples';
import { DUPLICATE_GROUP, LEAD_DETAIL } from '../contract/lead';
import { ERASED_LEAD, PERSON } from '../contract/person';
import { one, page, type RouteTexts, tagged } from '../contract/route-text';
import { listOf } from '../contract/shape';

const route = tagged('Owner: people');

/** The leads of an account and their people. */
export const OWNER_LEADS_TEXTS: RouteTexts = {
  'GET /admin/v1/leads': route('Find the leads with a phone or an e-mail', {
    rules: [{ fields: ['phone', 'email'], rule: 'Exactly one of `phone` and `email` is given.' }],
    description: 'The answer shows all that is known: notes, consent, why this origin, history.',
    answers: [one(200, 'The leads.', listOf(LEAD_DETAIL), [LEAD_DETAIL_EXAMPLE])],
  }),
  'GET /admin/v1/leads/duplicates': route('List the phones that several leads share', {
    answers: [
      page(DUPLICATE_GROUP, {
        phone: LEAD_EXAMPLE.phone,
        leads: [LEAD_EXAMPLE, { ...LEAD_EXAMPLE, id: IDS.otherLead, deals: [] }],
      }),
    ],
  }),
  'GET /admin/v1/leads/{id}': route('Read one lead with all that is known about it', {
    answers: [one(200, 'The lead.', LEAD_DETAIL, LEAD_DETAIL_EXAMPLE)],
    errors: ['not_found'],
  }),
  'POST /admin/v1/leads/{id}/merge': route('Merge a lead into another one of the same phone', {
    body: { into: IDS.lead },
    answers: [one(200, 'The lead that stays.', LEAD_DETAIL, LEAD_DETAIL_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  }),
  'GET /admin/v1/leads/{id}/export': route('Export all data about the person of a lead', {
    answers: [one(200, 'Everything.', PERSON, PERSON_EXAMPLE)],
    errors: ['not_found'],
  }),
  'POST /admin/v1/leads/{id}/erase': route('Erase the person of a lead, everywhere', {
    answers: [one(200, 'Erased; a repeated call gets the same answer.', ERASED_LEAD, { id: IDS.lead, erased_at: NOW })],
    errors: ['not_found'],
  }),
};
