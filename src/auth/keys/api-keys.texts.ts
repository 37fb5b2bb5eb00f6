import { IDS, NOW } from '../../contract/document/examples';
import { API_KEY, type ApiKeyView, KEY_REFUSAL, type KeyRefusal, NEW_API_KEY, PERMISSIONS } from '../../contract/key';
import { MAX_ACTIVE_KEYS, MAX_KEY_REFUSALS } from '../../contract/limits';
import { one, page, type RouteTexts, textsOf } from '../../contract/document/route-text';
import { listOf } from '../../contract/document/shape';

const KEY_EXAMPLE: ApiKeyView = {
  id: IDS.key,
  name: 'site',
  permissions: PERMISSIONS,
  hint: 'x9Qz',
  created_at: NOW,
  last_used_at: null,
  revoked_at: null,
  ends_at: null,
};

const REFUSAL_EXAMPLE: KeyRefusal = {
  at: NOW,
  route: 'POST /api/v1/leads',
  status: 422,
  code: 'validation_error',
  fields: ['phone', '?'],
};

const SECRET_EXAMPLE = `ent_live_${'0Aa1Bb2Cc3'.repeat(4)}0Aa1Bb2Cc`;

const route = textsOf('Owner: account');

export const API_KEYS_TEXTS: RouteTexts = {
  'GET /admin/v1/api-keys': route('List the API keys, revoked ones included', {
    description: 'The newest first.',
    answers: [page(API_KEY, KEY_EXAMPLE)],
  }),
  'POST /admin/v1/api-keys': route(`Create an API key; an account has at most ${MAX_ACTIVE_KEYS} active ones`, {
    description:
      'A key with leads:write and metrics:read can tell a known phone from a new one by counting before and after a submission: prefer one key for each permission.',
    body: { name: 'site', permissions: ['leads:write'] },
    answers: [one(201, 'The key, shown only once.', NEW_API_KEY, { ...KEY_EXAMPLE, key: SECRET_EXAMPLE })],
    errors: ['key_limit_reached'],
  }),
  'PATCH /admin/v1/api-keys/{id}': route('Rename an API key', {
    body: { name: 'site novo' },
    answers: [one(200, 'The key.', API_KEY, { ...KEY_EXAMPLE, name: 'site novo' })],
    errors: ['not_found'],
  }),
  'POST /admin/v1/api-keys/{id}/replace': route('Replace an API key, which then ends after some hours', {
    description: `The new key has the same name and permissions. Until its end the old one counts among the ${MAX_ACTIVE_KEYS} active ones; with \`ends_in_hours: 0\` it is revoked at once. A key that is revoked or replaced already is a \`conflict\`.`,
    body: { ends_in_hours: 24 },
    answers: [
      one(201, 'The new key, shown only once.', NEW_API_KEY, { ...KEY_EXAMPLE, id: IDS.otherKey, key: SECRET_EXAMPLE }),
    ],
    errors: ['not_found', 'conflict', 'key_limit_reached'],
  }),
  'GET /admin/v1/api-keys/{id}/refusals': route('List the latest refusals of an API key', {
    description: `The last ${MAX_KEY_REFUSALS} answers with a status of 400 to 499, a few seconds after them; those that a limit of the client’s address refuses are not among them.`,
    answers: [one(200, 'The refusals, newest first.', listOf(KEY_REFUSAL), [REFUSAL_EXAMPLE])],
    errors: ['not_found'],
  }),
  'DELETE /admin/v1/api-keys/{id}': route('Revoke an API key, at once and for ever', {
    answers: [
      one(200, 'The revoked key; a repeated call gets the same answer.', API_KEY, { ...KEY_EXAMPLE, revoked_at: NOW }),
    ],
    errors: ['not_found'],
  }),
};
