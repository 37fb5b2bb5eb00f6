import { DEAL } from '../../contract/deal';
import { DEAL_EXAMPLE, IDS, OWNER_LEAD_EXAMPLE, NOW } from '../../contract/document/examples';
import { BULK_RESULT, OWNER_LEAD } from '../../contract/lead';
import { TAG_RULES } from '../record/tags/tag-rules';
import { one, type RouteTexts, textsOf } from '../../contract/document/route-text';

const route = textsOf('Owner: people');

const MEMBER_RULE = { fields: ['responsible_id'], rule: '`responsible_id` is an active member, or null.' };

const OF_SELLERS =
  'With `responsible_id` a seller takes what is nobody’s and hands on what is theirs; another change of it is 403 `forbidden`, which does not concern other fields.';

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
      'Each lead by itself, one after the other: a lead that is refused does not hold back the others. One without room for the tags is refused with `validation_error`. A move takes the one deal that the lead has in the pipeline of the stage.',
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
      '`note` is a further entry of the notes, `notes` the whole text as it is to be. The origin can be given while it is `untracked` or `direct`. With `expected_updated_at` the answer is `conflict` when anybody has changed the lead since; a change of hands does not count. ' +
      OF_SELLERS,
    rules: [...TAG_RULES, MEMBER_RULE],
    body: { name: 'Maria da Silva', note: 'Pediu para ligar à tarde.', expected_updated_at: NOW },
    answers: [one(200, 'The lead.', OWNER_LEAD, { ...OWNER_LEAD_EXAMPLE, name: 'Maria da Silva' })],
    errors: ['not_found', 'notes_full', 'conflict'],
  }),
  'PUT /admin/v1/deals/{id}/stage': route('Move a deal, into and out of won stages too', {
    description:
      'With `expected_stage_id` the answer is `conflict` when the deal is in another stage by then; one that already is in `stage_id` stays there.',
    rules: [{ fields: ['reason'], rule: 'A `reason` is only given to a stage for lost deals.' }],
    body: { stage_id: IDS.wonStage, expected_stage_id: IDS.entryStage },
    answers: [one(200, 'The deal.', DEAL, { ...DEAL_EXAMPLE, stage_id: IDS.wonStage })],
    errors: ['not_found', 'stage_in_other_pipeline', 'conflict'],
  }),
};
