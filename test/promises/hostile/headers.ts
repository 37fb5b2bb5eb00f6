import { newSecret } from '../../../src/auth/keys/api-key';
import {
  BAD_JSON,
  bearer,
  bytesOf,
  CREATED,
  type Expected,
  freshPhone,
  hostile,
  type HostileCase,
  nameOf,
  NO_KEY,
  submit,
  type World,
} from './case';

const credential = (
  name: string,
  headers: (world: World) => Record<string, string | string[] | undefined>,
): HostileCase =>
  hostile(
    name,
    (world) => ({
      method: 'POST',
      target: '/api/v1/leads',
      body: bytesOf({ phone: freshPhone() }),
      headers: headers(world),
    }),
    NO_KEY,
  );

const UNAUTHORIZED: Expected = { status: 401, code: 'unauthorized' };

const CREDENTIALS: HostileCase[] = [
  credential('none', () => ({})),
  ...[
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer  ',
    'bearer:',
    'Bearer null',
    'Bearer undefined',
    'Basic dXNlcjpwYXNz',
    'Digest x',
  ].map((value) => credential(JSON.stringify(value), () => ({ Authorization: value }))),
  credential('the key alone', ({ key }) => ({ Authorization: key })),
  credential('the key twice', ({ key }) => ({ Authorization: `Bearer ${key} ${key}` })),
  credential('the key and a comma', ({ key }) => ({ Authorization: `Bearer ${key},` })),
  credential('the key in quotes', ({ key }) => ({ Authorization: `Bearer "${key}"` })),
  credential('a part of the key', ({ key }) => ({ Authorization: `Bearer ${key.slice(0, -1)}` })),
  credential('the key in other case', ({ key }) => ({ Authorization: `Bearer ${key.toUpperCase()}` })),
  credential('a wrong checksum', ({ key }) => ({
    Authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  })),
  credential('an unknown key', () => ({ Authorization: `Bearer ${newSecret('ent_live_')}` })),
  credential('a revoked key', ({ revokedKey }) => ({ Authorization: `Bearer ${revokedKey}` })),
  credential("the operator's token", ({ operatorToken }) => ({ Authorization: `Bearer ${operatorToken}` })),
  credential('15,000 characters', () => ({ Authorization: `Bearer ${'x'.repeat(15_000)}` })),
  credential('bytes beyond ASCII', () => ({ Authorization: 'Bearer \u00e9\u00ff' })),
  credential('two headers, the good one first', ({ key, writeOnlyKey }) => ({
    Authorization: [`Bearer ${key}`, `Bearer ${writeOnlyKey}`],
  })),
  credential('two headers, the good one last', ({ key }) => ({ Authorization: ['Bearer x', `Bearer ${key}`] })),
  credential('the same header twice', ({ key }) => ({ Authorization: [`Bearer ${key}`, `Bearer ${key}`] })),
  credential('two headers in other case', ({ key }) => ({ Authorization: `Bearer ${key}`, AUTHORIZATION: 'Bearer x' })),
  credential('as X-Api-Key', ({ key }) => ({ 'X-Api-Key': key })),
  credential('as Proxy-Authorization', ({ key }) => ({ 'Proxy-Authorization': `Bearer ${key}` })),
  credential('as a cookie', ({ key }) => ({ Cookie: `entrada_session=${key}` })),
  hostile('as a parameter', ({ key }) => ({ target: `/api/v1/pipelines?api_key=${key}` }), NO_KEY),
  hostile(
    'a key without the permission',
    ({ writeOnlyKey }) => ({ target: '/api/v1/pipelines', headers: bearer(writeOnlyKey) }),
    { status: 403, code: 'insufficient_scope' },
  ),
  ...['/accounts', '/api-keys', '/outbox', '/account', '/notifications', '/metrics'].flatMap((path) => [
    hostile(
      `a partner's key on /admin/v1${path}`,
      ({ key }: World) => ({ target: `/admin/v1${path}`, headers: bearer(key) }),
      UNAUTHORIZED,
    ),
    hostile(
      `two headers on /admin/v1${path}`,
      ({ operatorToken }: World) => ({
        target: `/admin/v1${path}`,
        headers: { Authorization: [`Bearer ${operatorToken}`, 'Bearer x'] },
      }),
      UNAUTHORIZED,
    ),
    hostile(
      `a forged cookie on /admin/v1${path}`,
      ({ operatorToken }: World) => ({
        target: `/admin/v1${path}`,
        headers: { Cookie: `a=b; entrada_session=${operatorToken}; entrada_session=` },
      }),
      UNAUTHORIZED,
    ),
  ]),
  ...['x', ''].map((token) =>
    hostile(
      `a session for the token ${nameOf(token)}`,
      () => ({ method: 'POST', target: '/admin/v1/sessions', body: bytesOf({ token }) }),
      UNAUTHORIZED,
    ),
  ),
];

const NO_JSON = [
  ...[
    'text/plain',
    'text/json',
    'application/javascript',
    'multipart/form-data; boundary=x',
    'application/xml',
    '*/*',
    'json',
  ],
  ...['application/jsonx', 'application/json, text/plain', 'application/json; charset=utf-16', '; charset=utf-8', '/'],
  ...['application/json; charset=utf-7', 'application/json; charset=us-ascii', 'application/json; charset=', '\u00ff'],
  ...['application/json; charset=latin1; charset=utf-8', `application/${'x'.repeat(8_000)}+json`.slice(0, 8_000)],
];
const JSON_TYPES = [
  ...['application/json', 'APPLICATION/JSON', 'application/json;charset=utf8', 'application/vnd.api+json', ''],
  ...['application/json; charset="UTF-8"', 'application/json; x=y; charset=utf-8', ' application/json '],
];

const typed = (type: string, expected: Expected): HostileCase =>
  hostile(nameOf(type), submit({ phone: freshPhone() }, { 'Content-Type': type }), expected);

const ENCODINGS: HostileCase[] = ['gzip', 'deflate', 'br', 'zstd', 'x', 'identity, gzip', 'gzip, gzip', ','].map(
  (coding) =>
    hostile(`Content-Encoding: ${coding}`, submit({ phone: freshPhone() }, { 'Content-Encoding': coding }), BAD_JSON),
);

export const HEADERS: Readonly<Record<string, HostileCase[]>> = {
  credentials: CREDENTIALS,
  'content types': [
    ...NO_JSON.map((type) => typed(type, BAD_JSON)),
    ...JSON_TYPES.map((type) => typed(type, CREATED)),
    ...ENCODINGS,
  ],
};
