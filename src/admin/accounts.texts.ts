import { ACCOUNT } from '../contract/account';
import { ACCOUNT_EXAMPLE, NOW } from '../contract/document/examples';
import { one, page, type RouteTexts, textsOf } from '../contract/document/route-text';
import { GIVEN_LINK, GIVEN_SESSION } from '../contract/session';
import { LINK_MINUTES } from '../contract/limits';
import { PIPELINE_LIMITS, PIPELINE_RULE } from '../pipelines/account-pipelines.texts';

const OPENING = {
  name: ACCOUNT_EXAMPLE.name,
  owner: ACCOUNT_EXAMPLE.owner,
  plan: ACCOUNT_EXAMPLE.plan,
  licence_active: true,
  comercial_enabled: true,
};

const CONSOLE_URL = 'https://entrada.example.com/console#link=token-do-link';

const route = textsOf('Operator: accounts');

export const ACCOUNTS_TEXTS: RouteTexts = {
  'POST /admin/v1/accounts': route('Open an account', {
    description: `Without \`pipelines\` it gets a default pipeline. When none of several is marked as the default, the first one is. ${PIPELINE_LIMITS}`,
    rules: [
      { fields: ['pipelines.*.is_default'], rule: 'At most one pipeline is the default.' },
      { fields: ['pipelines.*.stages'], rule: 'The default pipeline has an entry stage.' },
      { fields: ['pipelines.*.stages.*.is_entry', 'pipelines.*.stages.*.is_lost'], rule: PIPELINE_RULE },
    ],
    body: OPENING,
    answers: [one(201, 'The account.', ACCOUNT, ACCOUNT_EXAMPLE)],
    errors: ['conflict'],
  }),
  'GET /admin/v1/accounts': route('List accounts, newest first', {
    answers: [page(ACCOUNT, ACCOUNT_EXAMPLE)],
  }),
  'GET /admin/v1/accounts/{id}': route('Read an account', {
    answers: [one(200, 'The account.', ACCOUNT, ACCOUNT_EXAMPLE)],
    errors: ['not_found'],
  }),
  'PATCH /admin/v1/accounts/{id}': route('Change name, plan, licence or modules of an account', {
    description: 'The change takes effect immediately.',
    body: { plan: { auto_origin: false } },
    answers: [one(200, 'The account.', ACCOUNT, { ...ACCOUNT_EXAMPLE, plan: { api: true, auto_origin: false } })],
    errors: ['not_found'],
  }),
  'PUT /admin/v1/accounts/{id}/owner': route('Give an account another owner', {
    description:
      'Every key is revoked and every session ended. The former owner’s membership ends, and their leads become nobody’s. A member who becomes the owner keeps the id. With the same e-mail only the name changes.',
    body: { name: 'Bruna Lima', email: 'bruna@example.com' },
    answers: [
      one(200, 'The account.', ACCOUNT, {
        ...ACCOUNT_EXAMPLE,
        owner: { name: 'Bruna Lima', email: 'bruna@example.com' },
      }),
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/accounts/{id}/owner-sessions': route('Begin a session for the owner', {
    answers: [
      one(201, 'The session, and an address that opens the console.', GIVEN_SESSION, {
        token: 'token-da-sessao',
        expires_at: NOW,
        console_url: CONSOLE_URL,
      }),
    ],
    errors: ['not_found'],
  }),
  'POST /admin/v1/accounts/{id}/sign-in-links': route('Make a sign-in link of a member, to hand over', {
    description: `For services that send no mail. The link works once, for ${LINK_MINUTES} minutes. An address of no active member is 404 \`not_found\`.`,
    body: { email: 'bia@example.com' },
    answers: [
      one(201, 'An address that opens the console.', GIVEN_LINK, { console_url: CONSOLE_URL, expires_at: NOW }),
    ],
    errors: ['not_found'],
  }),
};
