import { DEFAULT_METRICS_DAYS, MAX_METRICS_DAYS, MAX_NOTES_RECORD } from '../common/limits';
import type { RouteTexts, Rule } from './routes';
import { DEAL, IDS, LEAD, METRICS, NOW, PIPELINE, SUBMISSION, TOMBSTONE } from './samples';
import { dataOf, FLAG, ID, listOf, objectOf, orNull, pageOf, ref } from './shape';

const SUBMITTED = {
  type: 'object',
  properties: {
    data: objectOf<Record<'id' | 'created' | 'duplicate' | 'deal' | 'lead', 0>>({
      id: ID,
      created: FLAG,
      duplicate: { ...FLAG, description: 'The external_id was sent before: nothing new was written.' },
      deal: orNull(ref('Deal')),
      lead: ref('Lead'),
    }),
    warnings: { ...listOf(ref('Warning')), minItems: 1, description: 'Absent when there is nothing to warn of.' },
  },
  required: ['data'],
  additionalProperties: false,
};

const CREATED = { id: IDS.lead, created: true, duplicate: false, deal: DEAL, lead: LEAD };

/** Of a submission, when it is applied. */
export const DEAL_RULE: Rule = {
  fields: ['deal.pipeline_id', 'deal.stage_id'],
  rule: 'The pipeline and the stage of `deal` are the account’s.',
};

/** Of every route that counts a period. */
export const PERIOD_RULE: Rule = {
  fields: ['from'],
  rule: `\`from\` is not after \`to\`, and the period has at most ${MAX_METRICS_DAYS} days.`,
};

/** The routes of the specification's section 4. */
export const PARTNER_TEXTS: RouteTexts = {
  'POST /api/v1/leads': {
    tag: 'Leads',
    summary: 'Create a lead and its deal, or update the lead with the same phone',
    description:
      'The phone identifies the lead: with or without the ninth digit, with or without 55. Send an `external_id` with each ' +
      'submission and the same one when you repeat it: nothing is created twice. The header `Idempotency-Key` is ignored. Signals in `attribution` that break their ' +
      'format are ignored and named in `warnings`. A key without leads:read always gets the plain 202.',
    rules: [DEAL_RULE],
    body: SUBMISSION,
    answers: [
      { status: 201, what: 'A new lead was created.', schema: SUBMITTED, example: { data: CREATED } },
      {
        status: 200,
        what: 'The phone was known: its lead was updated. Or the external_id was sent before: the lead as it is now.',
        schema: SUBMITTED,
        example: {
          data: { ...CREATED, created: false },
          warnings: [
            {
              code: 'invalid_format',
              field: 'attribution.gclid',
              message: 'O sinal tem um formato inválido e foi ignorado.',
            },
          ],
        },
        headers: { 'Idempotent-Replayed': '`true` when the external_id was sent before.' },
      },
      {
        status: 202,
        what: 'Received: all that a key without leads:read is told.',
        schema: dataOf(objectOf<{ received: true }>({ received: { const: true } })),
        example: { data: { received: true } },
      },
    ],
    errors: ['ambiguous_lead', 'external_id_conflict', 'pipeline_not_configured'],
    unprocessable: ['stage_in_other_pipeline', 'won_requires_closing'],
  },
  'GET /api/v1/leads': {
    tag: 'Leads',
    summary: 'List leads, page by page',
    description:
      'Ordered by `updated_at`. Repeat the call with the last `next_cursor` as `cursor` until it is null. To synchronise, ' +
      'use `updated_since` with the time of the last sync minus five minutes, and dedupe by id. With `updated_since` and no ' +
      'other filter the list also names the leads that were erased or merged since: forget them.',
    answers: [
      {
        status: 200,
        what: 'A page.',
        schema: pageOf({ anyOf: [ref('Lead'), ref('Tombstone')] }),
        example: { data: [LEAD, TOMBSTONE], next_cursor: null },
      },
    ],
  },
  'POST /api/v1/leads/lookup': {
    tag: 'Leads',
    summary: 'Find the lead with a phone or an e-mail',
    description: 'Exactly one of `phone` and `email`. It only reads: it is no write of the limits.',
    body: { phone: '(11) 98765-4321' },
    answers: [{ status: 200, what: 'The lead.', schema: dataOf(ref('Lead')), example: { data: LEAD } }],
    errors: ['not_found', 'ambiguous_lead'],
  },
  'GET /api/v1/leads/{id}': {
    tag: 'Leads',
    summary: 'Read one lead',
    answers: [{ status: 200, what: 'The lead.', schema: dataOf(ref('Lead')), example: { data: LEAD } }],
    errors: ['not_found'],
  },
  'PATCH /api/v1/leads/{id}': {
    tag: 'Leads',
    summary: 'Change name, e-mail, tags and notes of a lead',
    description: `Send only what changes. The notes of a lead hold ${MAX_NOTES_RECORD} characters. The phone cannot be changed.`,
    rules: [{ fields: ['remove_tags'], rule: 'No tag is both in `add_tags` and in `remove_tags`.' }],
    body: { name: 'Maria da Silva', add_tags: ['VIP'], remove_tags: ['Site'], notes: 'Prefere contato à tarde.' },
    answers: [
      {
        status: 200,
        what: 'What the change did; `lead` only for a key with leads:read.',
        schema: dataOf(objectOf<{ id: 0; updated: 0; lead?: 0 }>({ id: ID, updated: FLAG, lead: ref('Lead') }, 'lead')),
        example: { data: { id: IDS.lead, updated: true, lead: LEAD } },
      },
    ],
    errors: ['not_found', 'notes_full'],
  },
  'POST /api/v1/leads/{id}/stage': {
    tag: 'Pipeline',
    summary: 'Move the lead’s deal to another stage of its pipeline',
    description:
      'Name the `deal_id` when the lead has several deals in the pipeline. A deal may leave a lost stage, not a won one.',
    body: { stage_id: IDS.contactStage },
    answers: [
      {
        status: 200,
        what: 'The deal; `changed` is false when it was in the stage already.',
        schema: dataOf(objectOf<{ changed: 0; deal: 0 }>({ changed: FLAG, deal: ref('Deal') })),
        example: { data: { changed: true, deal: { ...DEAL, stage_id: IDS.contactStage, entered_stage_at: NOW } } },
      },
    ],
    errors: ['not_found', 'ambiguous_deal', 'stage_in_other_pipeline', 'won_requires_closing', 'deal_already_won'],
  },
  'GET /api/v1/pipelines': {
    tag: 'Pipeline',
    summary: 'List the pipelines and their stages',
    description: 'The default pipeline comes first. These are the ids that the other routes take.',
    answers: [
      { status: 200, what: 'All of them.', schema: dataOf(listOf(ref('Pipeline'))), example: { data: [PIPELINE] } },
    ],
  },
  'GET /api/v1/metrics': {
    tag: 'Metrics',
    summary: 'Count a period, and the pipeline as it is now',
    description: `Days of Brasília, both ends included; the last ${DEFAULT_METRICS_DAYS} days without parameters. No personal data.`,
    rules: [PERIOD_RULE],
    answers: [{ status: 200, what: 'The numbers.', schema: dataOf(ref('Metrics')), example: { data: METRICS } }],
    errors: ['not_found'],
  },
};
