import { ACCOUNT, PIPELINE_RULE, one } from './owner-texts';
import type { RouteText, RouteTexts } from './routes';
import { DEAL, IDS, LEAD, NOW } from './samples';
import { dataOf, MOMENT, objectOf, pageOf, ref, TEXT } from './shape';

const route = (tag: string, summary: string, more: Omit<RouteText, 'tag' | 'summary'>): RouteText => ({
  tag,
  summary,
  ...more,
});

const CONVERSATION = {
  id: IDS.conversation,
  phone: LEAD.phone,
  channel: 'chat',
  lead_id: null,
  created_at: NOW,
};

const APPOINTMENT = { id: IDS.appointment, lead_id: IDS.lead, starts_at: NOW, attended: false };

const MAIL = {
  id: IDS.mail,
  account_id: IDS.account,
  kind: 'api_key.created',
  recipient: 'a**@e******.com',
  attempts: 20,
  last_error: 'ECONNREFUSED',
  created_at: NOW,
  sent_at: null,
  dead_at: NOW,
};

const ACCOUNTS = 'Operator: accounts';
const OPENING = {
  name: ACCOUNT.name,
  owner: ACCOUNT.owner,
  plan: ACCOUNT.plan,
  licence_active: true,
  comercial_enabled: true,
};

const STAFF = 'Operator: back office';

/** What the back office brings into an account. */
const STAFF_TEXTS: RouteTexts = {
  'POST /admin/v1/accounts/{accountId}/conversations': route(STAFF, 'Record the first contact of another channel', {
    body: { phone: '(11) 98765-4321', channel: 'chat' },
    answers: [
      one(201, 'A new conversation.', 'Conversation', CONVERSATION),
      one(200, 'The phone was known: its conversation.', 'Conversation', CONVERSATION),
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/accounts/{accountId}/leads': route(STAFF, 'Enter or import a lead', {
    description:
      'The only way to a second lead on one phone (`allow_duplicate`), to several deals in one pipeline, and to a new deal in a won stage.',
    rules: [{ fields: ['deals.*.stage_id'], rule: 'Each stage is the account’s.' }],
    body: { phone: '(11) 98765-4321', name: 'Maria Silva', deals: [{ stage_id: IDS.wonStage, value: 1500 }] },
    answers: [one(201, 'The lead.', 'Lead', LEAD)],
    errors: ['not_found', 'conflict'],
  }),
  'PATCH /admin/v1/accounts/{accountId}/leads/{leadId}': route(STAFF, 'Fill in an unrated origin by hand', {
    body: { origin: 'social' },
    answers: [one(200, 'The lead.', 'Lead', { ...LEAD, origin: 'social' })],
    errors: ['not_found', 'conflict'],
  }),
  'PUT /admin/v1/accounts/{accountId}/deals/{dealId}/stage': route(
    STAFF,
    'Move a deal, into and out of won stages too',
    {
      body: { stage_id: IDS.wonStage },
      answers: [one(200, 'The deal.', 'Deal', { ...DEAL, stage_id: IDS.wonStage })],
      errors: ['not_found', 'stage_in_other_pipeline'],
    },
  ),
  'POST /admin/v1/accounts/{accountId}/appointments': route(STAFF, 'Add an appointment of a lead', {
    body: { lead_id: IDS.lead, starts_at: NOW, attended: false },
    answers: [one(201, 'The appointment.', 'Appointment', APPOINTMENT)],
    errors: ['not_found'],
  }),
  'PATCH /admin/v1/accounts/{accountId}/appointments/{id}': route(STAFF, 'Say whether an appointment was attended', {
    body: { attended: true },
    answers: [one(200, 'The appointment.', 'Appointment', { ...APPOINTMENT, attended: true })],
    errors: ['not_found'],
  }),
};

const OPERATIONS = 'Operations';
const HEALTH = {
  ready: true,
  version: '1.1.0',
  stopping: false,
  database: 'up',
  migrations: 'current',
  durability: 'on',
  row_level_security: 'on',
  redis: 'off',
  smtp: 'configured',
  proxy: 'ok',
};

const OPERATIONS_TEXTS: RouteTexts = {
  'GET /health/live': route(OPERATIONS, 'Whether the process answers', {
    answers: [
      {
        status: 200,
        what: 'It does.',
        schema: dataOf(objectOf<{ live: 0 }>({ live: { const: true } })),
        example: { data: { live: true } },
      },
    ],
  }),
  'GET /health/ready': route(OPERATIONS, 'Whether this instance should get requests', {
    answers: [
      one(200, 'It should.', 'Health', HEALTH),
      one(503, 'It should not.', 'Health', {
        ...HEALTH,
        ready: false,
        database: 'down',
        migrations: 'unknown',
        durability: 'unknown',
        row_level_security: 'unknown',
      }),
    ],
  }),
  'GET /metrics': route(OPERATIONS, 'Prometheus metrics', {
    answers: [
      {
        status: 200,
        what: 'In the text format of Prometheus.',
        type: 'text/plain',
        schema: TEXT,
        example: '# HELP http_requests_total Answered requests\n# TYPE http_requests_total counter\n',
      },
    ],
  }),
  'GET /admin/v1/outbox': route(OPERATIONS, 'List mails by their state', {
    answers: [
      { status: 200, what: 'A page.', schema: pageOf(ref('OutboxMail')), example: { data: [MAIL], next_cursor: null } },
    ],
  }),
  'POST /admin/v1/outbox/{id}/retry': route(OPERATIONS, 'Try a mail again that was given up', {
    answers: [one(200, 'The mail.', 'OutboxMail', { ...MAIL, attempts: 0, dead_at: null })],
    errors: ['not_found'],
  }),
};

/** The operator's routes. */
export const OPERATOR_TEXTS: RouteTexts = {
  'POST /admin/v1/accounts': route(ACCOUNTS, 'Open an account', {
    description:
      'Without `pipelines` it gets a default pipeline. Of several, the first is the default when none says so.',
    rules: [
      { fields: ['pipelines.*.is_default'], rule: 'At most one pipeline is the default.' },
      { fields: ['pipelines.*.stages'], rule: 'The default pipeline has an entry stage.' },
      { fields: ['pipelines.*.stages.*.is_entry', 'pipelines.*.stages.*.is_lost'], rule: PIPELINE_RULE },
    ],
    body: OPENING,
    answers: [one(201, 'The account.', 'Account', ACCOUNT)],
  }),
  'GET /admin/v1/accounts': route(ACCOUNTS, 'List accounts, newest first', {
    answers: [
      { status: 200, what: 'A page.', schema: pageOf(ref('Account')), example: { data: [ACCOUNT], next_cursor: null } },
    ],
  }),
  'GET /admin/v1/accounts/{id}': route(ACCOUNTS, 'Read an account', {
    answers: [one(200, 'The account.', 'Account', ACCOUNT)],
    errors: ['not_found'],
  }),
  'PATCH /admin/v1/accounts/{id}': route(ACCOUNTS, 'Change name, plan, licence or modules of an account', {
    description: 'It works at once.',
    body: { plan: { auto_origin: false } },
    answers: [one(200, 'The account.', 'Account', { ...ACCOUNT, plan: { api: true, auto_origin: false } })],
    errors: ['not_found'],
  }),
  'PUT /admin/v1/accounts/{id}/owner': route(ACCOUNTS, 'Give an account another owner', {
    description: 'Every key is revoked and every session ended. With the same e-mail only the name changes.',
    body: { name: 'Bruna Lima', email: 'bruna@example.com' },
    answers: [
      one(200, 'The account.', 'Account', { ...ACCOUNT, owner: { name: 'Bruna Lima', email: 'bruna@example.com' } }),
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/accounts/{id}/owner-sessions': route(ACCOUNTS, 'Begin a session for the owner', {
    answers: [
      {
        status: 201,
        what: 'The session, and an address that opens the console.',
        schema: dataOf(
          objectOf<{ token: 0; expires_at: 0; console_url: 0 }>({ token: TEXT, expires_at: MOMENT, console_url: TEXT }),
        ),
        example: {
          data: {
            token: 'token-da-sessao',
            expires_at: NOW,
            console_url: 'https://entrada.example.com/console#link=token-do-link',
          },
        },
      },
    ],
    errors: ['not_found'],
  }),
  ...STAFF_TEXTS,
  ...OPERATIONS_TEXTS,
};
