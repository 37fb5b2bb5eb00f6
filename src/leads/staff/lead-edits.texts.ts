import { OWNER_DEAL } from '../../contract/deal';
import { IDS, NOW, OWNER_DEAL_EXAMPLE, OWNER_LEAD_EXAMPLE } from '../../contract/document/examples';
import { BULK_RESULT, OWNER_LEAD } from '../../contract/lead';
import { MAX_DEALS } from '../../contract/limits';
import { TAG_RULES } from '../record/tags/tag-rules';
import { one, type RouteTexts, textsOf } from '../../contract/document/route-text';

const route = textsOf('Owner: people');

const MEMBER_RULE = { fields: ['responsible_id'], rule: '`responsible_id` is an active member, or null.' };

const OF_SELLERS =
  'With `responsible_id` a seller takes what is nobody’s and hands on what is theirs; another change of it is 403 `forbidden`, which does not concern other fields.';

const WON_EXAMPLE = { ...OWNER_DEAL_EXAMPLE, stage_id: IDS.wonStage, closed_value: 1800, closed_at: NOW };

export const LEAD_EDITS_TEXTS: RouteTexts = {
  'POST /admin/v1/leads': route('Enter a lead by hand', {
    description: `Without \`responsible_id\` the lead is nobody’s. ${OF_SELLERS} The phone of a lead that a seller may not see is 409 \`conflict\`.`,
    rules: [{ fields: ['deals.*.stage_id'], rule: 'Each stage is the account’s.' }, MEMBER_RULE],
    body: {
      phone: '(11) 98765-4321',
      name: 'Maria Silva',
      tags: ['Balcão'],
      origin: 'referral',
      responsible_id: null,
    },
    errors: ['conflict'],
    answers: [
      one(201, 'The new lead.', OWNER_LEAD, OWNER_LEAD_EXAMPLE),
      one(200, 'The phone was known: its oldest lead, untouched.', OWNER_LEAD, OWNER_LEAD_EXAMPLE),
    ],
  }),
  'POST /admin/v1/leads/bulk': route('Tag several leads, move their deals, or give them to a member', {
    description:
      'Each lead by itself, one after the other: a lead that is refused does not hold back the others. One without room for the tags is refused with `validation_error`. When the service is busy, or fails, after a lead was changed, this lead and all after it are refused with `rate_limited` or `internal_error`: send these again. A move takes the one deal that the lead has in the pipeline of the stage.',
    rules: [
      {
        fields: ['add_tags', 'stage_id', 'responsible_id'],
        rule: 'Exactly one of `add_tags`, `stage_id` and `responsible_id` is given.',
      },
    ],
    body: { lead_ids: [IDS.lead, IDS.otherLead], add_tags: ['VIP'] },
    answers: [
      one(200, 'What became of the leads.', BULK_RESULT, {
        changed: 1,
        unchanged: 0,
        refused: [{ id: IDS.otherLead, code: 'not_found' }],
      }),
    ],
  }),
  'PATCH /admin/v1/leads/{id}': route('Correct a lead', {
    description:
      '`note` becomes an activity; `notes` is the whole record of the partners’ notes as it is to be. The origin can be given while it is `untracked` or `direct`. With `expected_updated_at` the answer is `conflict` when anybody has changed the lead since; a change of hands does not count. ' +
      OF_SELLERS,
    rules: [...TAG_RULES, MEMBER_RULE],
    body: { name: 'Maria da Silva', note: 'Pediu para ligar à tarde.', expected_updated_at: NOW },
    answers: [one(200, 'The lead.', OWNER_LEAD, { ...OWNER_LEAD_EXAMPLE, name: 'Maria da Silva' })],
    errors: ['not_found', 'conflict'],
  }),
  'PUT /admin/v1/deals/{id}/stage': route('Move a deal, into and out of won stages too', {
    description:
      'With `expected_stage_id` the answer is `conflict` when the deal is in another stage by then; one that already is in `stage_id` stays ' +
      'there, and takes what is said of its end. A won deal has `closed_value` (without it, its value) and `closed_at` (without it, now); ' +
      'both stay from one won stage to another, and go when the deal leaves.',
    rules: [
      { fields: ['reason'], rule: 'A `reason` is only given to a stage for lost deals.' },
      { fields: ['closed_value', 'closed_at'], rule: 'Both are only given to a won stage.' },
    ],
    body: { stage_id: IDS.wonStage, expected_stage_id: IDS.entryStage, closed_value: 1800 },
    answers: [one(200, 'The deal.', OWNER_DEAL, WON_EXAMPLE)],
    errors: ['not_found', 'stage_in_other_pipeline', 'conflict'],
  }),
  'POST /admin/v1/leads/{id}/deals': route('Give a lead a deal in a pipeline where it has none', {
    description: `A lead with ${MAX_DEALS} deals gets no further one.`,
    rules: [{ fields: ['stage_id'], rule: 'The stage is the account’s.' }],
    body: { stage_id: IDS.entryStage, value: 1500 },
    answers: [one(201, 'The deal.', OWNER_DEAL, OWNER_DEAL_EXAMPLE)],
    errors: ['not_found', 'conflict'],
  }),
  'PATCH /admin/v1/deals/{id}': route('Correct the expected value of a deal', {
    description: 'With `expected_updated_at`, of the lead, the answer is `conflict` when anybody has changed it since.',
    body: { value: 1750, expected_updated_at: NOW },
    answers: [one(200, 'The deal.', OWNER_DEAL, { ...OWNER_DEAL_EXAMPLE, value: 1750 })],
    errors: ['not_found', 'conflict'],
  }),
};
