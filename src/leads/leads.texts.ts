import { MOVED_DEAL } from '../contract/deal';
import {
  DEAL_EXAMPLE,
  IDS,
  LEAD_EXAMPLE,
  NOW,
  SUBMISSION_EXAMPLE,
  TOMBSTONE_EXAMPLE,
} from '../contract/document/examples';
import { CHANGED_LEAD, LEAD, TOMBSTONE } from '../contract/lead';
import { MAX_NOTES_RECORD, MAX_TAGS_PER_LEAD } from '../contract/limits';
import { answer, one, page, type RouteTexts, type Rule, textsOf } from '../contract/document/route-text';
import { eitherOf } from '../contract/document/shape';
import { TAG_RULES } from './record/tags/tag-rules';
import { RECEIVED, STILL_HELD, SUBMITTED } from '../contract/submission';

const CREATED = { id: IDS.lead, created: true, duplicate: false, deal: DEAL_EXAMPLE, lead: LEAD_EXAMPLE };

const DEAL_RULE: Rule = {
  fields: ['deal.pipeline_id', 'deal.stage_id'],
  rule: 'The pipeline and the stage of `deal` are the account’s.',
};

const route = textsOf('Leads');

/** The routes of leads (specification, section 4). */
export const LEADS_TEXTS: RouteTexts = {
  'POST /api/v1/leads': route('Create a lead and its deal, or update the lead with the same phone', {
    description:
      'The phone identifies the lead: with or without the ninth digit, with or without 55. Send an `external_id` with each ' +
      'submission and the same one when you repeat it: nothing is created twice. The header `Idempotency-Key` is ignored. Signals in `attribution` that break their ' +
      'format are ignored and named in `warnings`. So are texts and tags that a template left, such as `{{name}}`, a note that does not fit,' +
      ` and the tags beyond the ${MAX_TAGS_PER_LEAD} of a lead. ` +
      'A key without leads:read always gets the plain 202.',
    rules: [DEAL_RULE],
    body: SUBMISSION_EXAMPLE,
    answers: [
      answer(201, 'A new lead was created.', SUBMITTED, { data: CREATED }),
      answer(
        200,
        'The phone was known: its lead was updated. Or the external_id was sent before: the lead as it is now; null for a submission that ' +
          'is still held for the owner’s decision, of a phone without a lead.',
        eitherOf(SUBMITTED, STILL_HELD),
        {
          data: { ...CREATED, created: false },
          warnings: [
            {
              code: 'invalid_format',
              field: 'attribution.gclid',
              message: 'O sinal tem um formato inválido e foi ignorado.',
            },
          ],
        },
        { 'Idempotent-Replayed': '`true` when the external_id was sent before.' },
      ),
      one(202, 'Received. A key without leads:read is told nothing else.', RECEIVED, { received: true }),
    ],
    errors: ['ambiguous_lead', 'external_id_conflict', 'pipeline_not_configured'],
    unprocessable: ['stage_in_other_pipeline', 'won_requires_closing'],
  }),
  'GET /api/v1/leads': route('List leads, page by page', {
    description:
      'Ordered by `updated_at`. Repeat the call with the last `next_cursor` as `cursor` until it is null. To synchronise, ' +
      'use `updated_since` with the largest `updated_at` that you have seen minus five minutes (never the clock of your own machine), and ' +
      'recognise duplicates by their id. With `updated_since` and no other filter the list also names the leads that were erased or ' +
      'merged since: forget them. A list with another filter does not tell which leads left it.',
    answers: [page(eitherOf(LEAD, TOMBSTONE), LEAD_EXAMPLE, TOMBSTONE_EXAMPLE)],
  }),
  'POST /api/v1/leads/lookup': route('Find the lead with a phone or an e-mail', {
    description: 'Exactly one of `phone` and `email`. It only reads: it does not count as a write.',
    body: { phone: '(11) 98765-4321' },
    answers: [one(200, 'The lead.', LEAD, LEAD_EXAMPLE)],
    errors: ['not_found', 'ambiguous_lead'],
  }),
  'GET /api/v1/leads/{id}': route('Read one lead', {
    answers: [one(200, 'The lead.', LEAD, LEAD_EXAMPLE)],
    errors: ['not_found'],
  }),
  'PATCH /api/v1/leads/{id}': route('Change name, e-mail, tags and notes of a lead', {
    description: `Send only what changes. The notes of a lead hold ${MAX_NOTES_RECORD} characters. The phone cannot be changed.`,
    rules: TAG_RULES,
    body: { name: 'Maria da Silva', add_tags: ['VIP'], remove_tags: ['Site'], notes: 'Prefere contato à tarde.' },
    answers: [
      one(200, 'What the change did; `lead` only for a key with leads:read.', CHANGED_LEAD, {
        id: IDS.lead,
        updated: true,
        lead: LEAD_EXAMPLE,
      }),
    ],
    errors: ['not_found', 'notes_full'],
  }),
  'POST /api/v1/leads/{id}/stage': textsOf('Pipeline')('Move the lead’s deal to another stage of its pipeline', {
    description:
      'Name the `deal_id` when the lead has several deals in the pipeline. A deal may leave a lost stage, not a won one.',
    body: { stage_id: IDS.contactStage },
    answers: [
      one(200, 'The deal; `changed` is false when it was in the stage already.', MOVED_DEAL, {
        changed: true,
        deal: { ...DEAL_EXAMPLE, stage_id: IDS.contactStage, entered_stage_at: NOW },
      }),
    ],
    errors: ['not_found', 'ambiguous_deal', 'stage_in_other_pipeline', 'won_requires_closing', 'deal_already_won'],
  }),
};
