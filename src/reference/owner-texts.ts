import { PERMISSIONS } from '../auth/api-key';
import { MAX_ACTIVE_KEYS } from '../common/limits';
import { PERIOD_RULE } from './partner-texts';
import type { Answer, RouteText, RouteTexts, Rule } from './routes';
import { IDS, LEAD, METRICS, NOW, OWNER_PIPELINE, OWNER_STAGE } from './samples';
import { COUNT, dataOf, listOf, pageOf, ref } from './shape';

/** Examples that the operator's routes have too. */
export const ACCOUNT = {
  id: IDS.account,
  name: 'Clínica Sorriso',
  owner: { name: 'Ana Souza', email: 'ana@example.com' },
  plan: { api: true, auto_origin: true },
  licence_active: true,
  comercial_enabled: true,
  created_at: NOW,
};

const KEY = {
  id: IDS.key,
  name: 'site',
  permissions: [...PERMISSIONS],
  hint: 'x9Qz',
  created_at: NOW,
  last_used_at: null,
  revoked_at: null,
};

const NOTIFICATION = {
  id: IDS.notification,
  type: 'api_key.created',
  message: 'A chave de API “site” (final x9Qz) foi criada.',
  created_at: NOW,
  read_at: null,
};

const REMINDER = {
  id: IDS.reminder,
  type: 'automation.notice',
  message: `O lead ${IDS.lead} está há 3 dias sem movimento na etapa “Em contato”.`,
  created_at: NOW,
  read_at: NOW,
  lead: { id: IDS.lead, name: LEAD.name },
};

const AUTOMATION = {
  id: IDS.automation,
  stage_id: IDS.contactStage,
  idle_days: 3,
  action: { type: 'add_tag', tag: 'Parado' },
  created_at: NOW,
};

/** An answer that holds one thing of a kind, or nothing. */
export const one = (status: number, what: string, shape: string, data: unknown): Answer => ({
  status,
  what,
  schema: dataOf(ref(shape)),
  example: { data },
});
export const NOTHING: Answer = { status: 204, what: 'Done.' };

const KEYS: RouteTexts = {
  'GET /admin/v1/api-keys': {
    tag: 'Owner: account',
    summary: 'List the API keys, revoked ones included',
    answers: [
      {
        status: 200,
        what: 'All of them, newest first.',
        schema: dataOf(listOf(ref('ApiKey'))),
        example: { data: [KEY] },
      },
    ],
  },
  'POST /admin/v1/api-keys': {
    tag: 'Owner: account',
    summary: `Create an API key; an account has at most ${MAX_ACTIVE_KEYS} active ones`,
    description:
      'A key with leads:write and metrics:read can tell a known phone from a new one by counting before and after a submission: prefer a key for each.',
    body: { name: 'site', permissions: ['leads:write'] },
    answers: [
      one(201, 'The key, shown this once.', 'NewApiKey', {
        ...KEY,
        key: `ent_live_${'0Aa1Bb2Cc3'.repeat(4)}0Aa1Bb2Cc`,
      }),
    ],
    errors: ['key_limit_reached'],
  },
  'DELETE /admin/v1/api-keys/{id}': {
    tag: 'Owner: account',
    summary: 'Revoke an API key, at once and for ever',
    answers: [one(200, 'The revoked key; again: the same answer.', 'ApiKey', { ...KEY, revoked_at: NOW })],
    errors: ['not_found'],
  },
};

/** What the flags of one stage may not say together. */
const FLAGS_RULE = 'A stage is not both won and lost; the entry stage is neither.';
/** What the flags of all stages of a pipeline may not. */
export const PIPELINE_RULE = `A pipeline has at most one entry stage. ${FLAGS_RULE}`;
const STAGE_RULES: readonly Rule[] = [
  { fields: ['is_entry', 'is_lost'], rule: FLAGS_RULE },
  { fields: ['position'], rule: '`position` is at most one more than the pipeline has other stages.' },
];

const PIPELINES_TAG = 'Owner: pipelines';
const pipelineRoute = (summary: string, more: Omit<RouteText, 'tag' | 'summary'>): RouteText => ({
  tag: PIPELINES_TAG,
  summary,
  ...more,
});

const PIPELINES: RouteTexts = {
  'GET /admin/v1/pipelines': pipelineRoute('List the pipelines with all flags of their stages', {
    answers: [
      {
        status: 200,
        what: 'Default first.',
        schema: dataOf(listOf(ref('OwnerPipeline'))),
        example: { data: [OWNER_PIPELINE] },
      },
    ],
  }),
  'POST /admin/v1/pipelines': pipelineRoute('Add a pipeline', {
    rules: [{ fields: ['stages.*.is_entry', 'stages.*.is_lost'], rule: PIPELINE_RULE }],
    description:
      'A default pipeline needs an entry stage: 409 `conflict` without one. The former default is then none.',
    body: {
      name: 'Pós-venda',
      stages: [
        { name: 'Novo', is_entry: true },
        { name: 'Ganho', is_won: true, is_sale: true },
      ],
    },
    answers: [one(201, 'The pipeline.', 'OwnerPipeline', OWNER_PIPELINE)],
    errors: ['conflict'],
  }),
  'PATCH /admin/v1/pipelines/{id}': pipelineRoute('Rename a pipeline, or make it the default', {
    description:
      'A pipeline without an entry stage does not become the default, and the default one does not just stop being it: 409 `conflict`.',
    body: { name: 'Vendas', is_default: true },
    answers: [one(200, 'The pipeline.', 'OwnerPipeline', OWNER_PIPELINE)],
    errors: ['not_found', 'conflict'],
  }),
  'DELETE /admin/v1/pipelines/{id}': pipelineRoute('Remove a pipeline without deals', {
    description: 'The default pipeline stays: 409 `conflict`.',
    answers: [one(200, 'The pipeline as it was.', 'OwnerPipeline', OWNER_PIPELINE)],
    errors: ['not_found', 'conflict', 'stage_in_use'],
  }),
  'POST /admin/v1/pipelines/{id}/stages': pipelineRoute('Add a stage', {
    rules: STAGE_RULES,
    description: 'With `is_entry` it takes the flag from the stage that had it.',
    body: { name: 'Em contato', position: 2 },
    answers: [one(201, 'The stage.', 'OwnerStage', OWNER_STAGE)],
    errors: ['not_found', 'conflict'],
  }),
  'PATCH /admin/v1/stages/{id}': pipelineRoute('Change a stage, or its place in the pipeline', {
    description:
      'With `is_entry: true` it takes the flag from the stage that had it. The entry stage of the default pipeline is not unflagged otherwise: 409 `conflict`.',
    rules: STAGE_RULES,
    body: { name: 'Em contato', position: 3 },
    answers: [one(200, 'The stage.', 'OwnerStage', OWNER_STAGE)],
    errors: ['not_found', 'conflict'],
  }),
  'DELETE /admin/v1/stages/{id}': pipelineRoute('Remove a stage without deals', {
    description:
      'The entry stage of the default pipeline and the target of an automation stay: 409 `conflict`, with a message that says what to do first.',
    answers: [one(200, 'The stage as it was.', 'OwnerStage', OWNER_STAGE)],
    errors: ['not_found', 'conflict', 'stage_in_use'],
  }),
  'GET /admin/v1/stages/{id}/automations': pipelineRoute('List the rules for deals that stay idle in a stage', {
    answers: [
      { status: 200, what: 'The rules.', schema: dataOf(listOf(ref('Automation'))), example: { data: [AUTOMATION] } },
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/stages/{id}/automations': pipelineRoute('Add a rule for deals that stay idle in a stage', {
    description:
      'Of several rules that are due together for one deal a move runs last. No rule moves a deal into or out of a won stage.',
    rules: [{ fields: ['action.stage_id'], rule: 'A move is to another stage of the same pipeline that is not won.' }],
    body: { idle_days: 3, action: { type: 'add_tag', tag: 'Parado' } },
    answers: [one(201, 'The rule.', 'Automation', AUTOMATION)],
    errors: ['not_found'],
  }),
  'DELETE /admin/v1/automations/{id}': pipelineRoute('Remove a rule', { answers: [NOTHING], errors: ['not_found'] }),
};

/** The routes of account owners; those about people are in `person-texts`, those of sign-in in `sign-in-texts`. */
export const OWNER_TEXTS: RouteTexts = {
  'GET /admin/v1/account': {
    tag: 'Owner: account',
    summary: 'Read the account',
    answers: [one(200, 'The account.', 'Account', ACCOUNT)],
  },
  'GET /admin/v1/metrics': {
    tag: 'Owner: account',
    summary: 'Count a period, and the pipeline as it is now',
    rules: [PERIOD_RULE],
    answers: [one(200, 'As the partner route.', 'Metrics', METRICS)],
    errors: ['not_found'],
  },
  'GET /admin/v1/notifications': {
    tag: 'Owner: account',
    summary: 'List the notices, newest first',
    description:
      'While the default pipeline has no entry stage, or there is no default pipeline, the first page begins with an entry of type `pipeline.not_configured`. Its id is the pipeline’s (else the account’s), its time that of the answer.',
    answers: [
      {
        status: 200,
        what: 'A page, and how many are unread.',
        schema: pageOf(ref('Notification'), { unread: COUNT }),
        example: { data: [NOTIFICATION, REMINDER], next_cursor: null, unread: 1 },
      },
    ],
  },
  'POST /admin/v1/notifications/{id}/read': {
    tag: 'Owner: account',
    summary: 'Mark a notice as read',
    description: 'A notice of type `pipeline.not_configured` stays unread until its cause is mended.',
    answers: [one(200, 'The notice.', 'Notification', { ...NOTIFICATION, read_at: NOW })],
    errors: ['not_found'],
  },
  ...KEYS,
  ...PIPELINES,
};
