import { IDS, NOW } from '../contract/examples';
import { API_KEY, type ApiKeyView, NEW_API_KEY, PERMISSIONS } from '../contract/key';
import { MAX_ACTIVE_KEYS } from '../contract/limits';
import { one, type RouteTexts, tagged } from '../contract/route-text';
import { listOf } from '../contract/shape';

const KEY_EXAMPLE: ApiKeyView = {
  id: IDS.key,
  name: 'site',
  permissions: PERMISSIONS,
  hint: 'x9Qz',
  created_at: NOW,
  last_used_at: null,
  revoked_at: null,
};

const route = tagged('Owner: account');

/** The keys of an account. */
export const API_KEYS_TEXTS: RouteTexts = {
  'GET /admin/v1/api-keys': route('List the API keys, revoked ones included', {
    answers: [one(200, 'All keys, newest first.', listOf(API_KEY), [KEY_EXAMPLE])],
  }),
  'POST /admin/v1/api-keys': route(`Create an API key; an account has at most ${MAX_ACTIVE_KEYS} active ones`, {
    description:
      'A key with leads:write and metrics:read can tell a known phone from a new one by counting before and after a submission: prefer one key for each permission.',
    body: { name: 'site', permissions: ['leads:write'] },
    answers: [
      one(201, 'The key, shown only once.', NEW_API_KEY, {
        ...KEY_EXAMPLE,
        key: `ent_live_${'0Aa1Bb2Cc3'.repeat(4)}0Aa1Bb2Cc`,
      }),
    ],
    errors: ['key_limit_reached'],
  }),
  'DELETE /admin/v1/api-keys/{id}': route('Revoke an API key, at once and for ever', {
    answers: [
      one(200, 'The revoked key; a repeated call gets the same answer.', API_KEY, { ...KEY_EXAMPLE, revoked_at: NOW }),
    ],
    errors: ['not_found'],
  }),
};
