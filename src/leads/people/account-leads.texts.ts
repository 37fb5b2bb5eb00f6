import { IDS, LEAD_DETAIL_EXAMPLE, OWNER_LEAD_EXAMPLE, NOW } from '../../contract/document/examples';
import { PERSON_EXAMPLE } from '../../contract/document/person.example';
import { dataOf, pageOf } from '../../contract/document/answers';
import { MAX_DEALS, MAX_SHOWN_HISTORY, MAX_SHOWN_LEADS } from '../../contract/limits';
import { DUPLICATE_GROUP, LEAD_DETAIL } from '../../contract/lead';
import { LISTED_LEAD } from '../../contract/day/today';
import { ERASED_LEAD, PERSON } from '../../contract/person';
import { answer, one, page, type RouteTexts, type Rule, textsOf } from '../../contract/document/route-text';
import { eitherOf, listOf } from '../../contract/document/shape';

export const FILTERS =
  '`q` is what people type: words of the name from their beginning, the phone from its beginning with the area code, or its digits from the end, the beginning of the e-mail address. `from` and `to` are Brasília days of creation, `closed_from` and `closed_to` those on which a deal was won or lost. `loss_reason` is the whole reason of a lost deal, with days of one lost on these. `order` is `created` if absent. `responsible` is a member’s id, `me` or `none`. `utm_source`, `utm_medium` and `utm_campaign` are whole values.';

export const PERIOD_RULES: readonly Rule[] = [
  { fields: ['from'], rule: '`from` is not after `to`.' },
  { fields: ['closed_from'], rule: '`closed_from` is not after `closed_to`.' },
];

const route = textsOf('Owner: people');

export const ACCOUNT_LEADS_TEXTS: RouteTexts = {
  'GET /admin/v1/leads': route('List the leads, the newest first, or find those with a phone or an e-mail', {
    rules: [
      { fields: ['phone', 'email'], rule: '`phone` or `email` is given alone.' },
      ...PERIOD_RULES,
      { fields: ['today'], rule: '`today` is given with `responsible`, `limit` and `cursor` alone.' },
      { fields: ['responsible'], rule: '`responsible` is not `me` for the operator.' },
    ],
    description: `${FILTERS} A page can have fewer leads than \`limit\`, even none, and still a \`next_cursor\`: what is read and answered for a page is bounded. With \`today\` the page is of a list of the day, in the order of GET /today. With \`phone\` or \`email\` the answer is no page, has as many of the leads as it has room for, and shows what is known: notes, consent, why this origin, history.`,
    answers: [
      answer(200, 'A page, or the leads that were found.', eitherOf(pageOf(LISTED_LEAD), dataOf(listOf(LEAD_DETAIL))), {
        data: [OWNER_LEAD_EXAMPLE],
        next_cursor: null,
      }),
    ],
  }),
  'GET /admin/v1/leads/duplicates': route('List the phones that several leads share', {
    answers: [
      page(DUPLICATE_GROUP, {
        phone: OWNER_LEAD_EXAMPLE.phone,
        leads: [OWNER_LEAD_EXAMPLE, { ...OWNER_LEAD_EXAMPLE, id: IDS.otherLead, deals: [] }],
        is_complete: true,
      }),
    ],
  }),
  'GET /admin/v1/leads/{id}': route('Read one lead with all that is known about it', {
    description: `Of its history the newest ${MAX_SHOWN_HISTORY} moves and the newest ${MAX_SHOWN_LEADS} merges, the oldest of them first; the timeline has all.`,
    answers: [one(200, 'The lead.', LEAD_DETAIL, LEAD_DETAIL_EXAMPLE)],
    errors: ['not_found'],
  }),
  'POST /admin/v1/leads/{id}/merge': route('Merge a lead into another one of the same phone', {
    description: `\`close_deal_ids\` are deals of the two leads that end with the merge, such as one of two open ones of a pipeline. Together the leads have at most ${MAX_DEALS} deals.`,
    rules: [{ fields: ['close_deal_ids'], rule: 'Each deal is of one of the two leads, and not won.' }],
    body: { into: IDS.lead, close_deal_ids: [] },
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
