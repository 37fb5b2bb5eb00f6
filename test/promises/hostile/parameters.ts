import { newApiKey } from '../../../src/auth/api-key';
import {
  ABSENT,
  BAD_JSON,
  bearer,
  bytesOf,
  CREATED,
  type Expected,
  freshPhone,
  type HostileCase,
  invalid,
  nameOf,
  NO_KEY,
  OK,
  partner,
  submit,
  type World,
} from './case';

const query = (path: string, text: string, expected: Expected): HostileCase => ({
  name: `${path}?${nameOf(text)}`,
  send: partner('GET', `${path}?${text}`),
  expected: [expected],
});

const many = (name: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => name(index)).join('&');

const LIST: HostileCase[] = [
  ...[
    '0',
    '-1',
    '101',
    '1.5',
    '1e1',
    '0x10',
    '+1',
    '%201',
    '1%20',
    '',
    'abc',
    '00000000001',
    '%D9%A1',
    '1,2',
    'NaN',
  ].map((value) => query('/leads', `limit=${value}`, invalid('limit'))),
  ...['limit=1&limit=2', 'limit', 'limit=%00', 'limit=%ZZ', `limit=${'9'.repeat(5_000)}`].map((text) =>
    query('/leads', text, invalid('limit')),
  ),
  ...['limit[]=1', 'limit[$gt]=1', 'limit%5B%5D=1'].map((text) =>
    query('/leads', text, invalid(nameOfParameter(text))),
  ),
  ...['', 'x', '%00', '..', 'e30', 'bnVsbA', 'x'.repeat(8_000), '%F0%9F%98%80', 'eyJhIjoxfQ.x', '%ED%A0%80'].map(
    (value) => query('/leads', `cursor=${value}`, invalid('cursor')),
  ),
  ...['', '%20', 'x'.repeat(41), '%00', '%0A', 'a&tag=b'].map((value) =>
    query('/leads', `tag=${value}`, invalid('tag')),
  ),
  query('/leads', "tag=';drop%20table%20tags;--", OK),
  query('/leads', 'tag=%25', OK),
  ...['now', 'today', 'infinity', '2026', '2026-01', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z'].map(
    (value) => query('/leads', `updated_since=${value}`, invalid('updated_since')),
  ),
  ...['2026-01-01T00:00:60Z', '2026-01-01T00:00:00%2B99:00', '2026-W01-1T00:00:00Z', '275760-09-13T00:00:00Z', '0'].map(
    (value) => query('/leads', `updated_since=${value}`, invalid('updated_since')),
  ),
  ...['1767225600', '-1', '%00', '', '2026-01-01T00:00:00z;select', '%EF%BC%92026-01-01T00:00:00Z'].map((value) =>
    query('/leads', `updated_since=${value}`, invalid('updated_since')),
  ),
  query('/leads', 'updated_since=0001-01-01T00:00:00Z', OK),
  query('/leads', 'updated_since=9999-12-31T23:59:59.999999999Z', OK),
  ...['pipeline_id', 'stage_id'].flatMap((name) => [
    query('/leads', `${name}=`, invalid(name)),
    query('/leads', `${name}=a&${name}=b`, invalid(name)),
    query('/leads', `${name}=x`, OK),
    query('/leads', `${name}=%00`, OK),
    query('/leads', `${name}=%7B00000000-0000-0000-0000-000000000000%7D`, OK),
  ]),
  query('/leads', '__proto__=1&constructor=1&toString=1', invalid('__proto__', 'constructor', 'toString')),
  query('/leads', '=&==&=1', invalid('')),
  query('/leads', 'a%00b=1', invalid('a\u0000b')),
  query('/leads', 'x', invalid('x')),
  query(
    '/leads',
    many((index) => `p${index}=1`, 900),
    invalid(...Array.from({ length: 50 }, (_, index) => `p${index}`)),
  ),
  query(
    '/leads',
    many(() => 'limit=1', 1_500),
    invalid('limit'),
  ),
  query('/leads', '&&&&', OK),
  query('/leads', `${many((index) => `p${index}`, 1_100)}&limit=0`, {
    ...invalid(...Array.from({ length: 50 }, (_, index) => `p${index}`)),
  }),
  query('/pipelines', 'x=1', invalid('x')),
  query('/pipelines', '__proto__=1', invalid('__proto__')),
  {
    name: 'a lead with a parameter',
    send: partner('GET', ({ leadId }) => `/leads/${leadId}?x=1`),
    expected: [invalid('x')],
  },
  {
    name: 'a submission with a parameter',
    send: partner('POST', '/leads?x=1', { body: bytesOf({ phone: freshPhone() }) }),
    expected: [invalid('x')],
  },
  {
    name: 'a submission with 900 parameters and a bad body',
    send: partner('POST', `/leads?${many((index) => `p${index}=1`, 900)}`, { body: '[]' }),
    expected: [invalid(...Array.from({ length: 50 }, (_, index) => `p${index}`))],
  },
  {
    name: 'a look-up with __proto__ as parameter',
    send: partner('POST', '/leads/lookup?__proto__=1', { body: bytesOf({ phone: freshPhone() }) }),
    expected: [invalid('__proto__')],
  },
];

function nameOfParameter(text: string): string {
  return decodeURIComponent(text).split('=')[0] ?? '';
}

const METRICS: HostileCase[] = [
  ...['', '2026-1-1', '2026-02-30', '2026-13-01', '20260101', '2026-01-01T00:00:00Z', 'today', '0000-00-00', '%00'].map(
    (value) => query('/metrics', `from=${value}`, invalid('from')),
  ),
  ...['-000001-01-01', '+010000-01-01', '99999-01-01', '2026-01-01%20', '%EF%BC%92026-01-01', '0000-01-01', '1e3'].map(
    (value) => query('/metrics', `to=${value}`, invalid('to')),
  ),
  query('/metrics', 'from=2026-02-01&to=2026-01-01', invalid('from')),
  query('/metrics', 'from=2025-01-01&to=2026-01-02', invalid('from')),
  query('/metrics', 'from=9999-12-31', invalid('from')),
  query('/metrics', 'from=2026-01-01&from=2026-01-02', invalid('from')),
  query('/metrics', 'to=0001-01-01', OK),
  query('/metrics', 'from=9999-12-31&to=9999-12-31', OK),
  query('/metrics', 'to=9999-12-31', OK),
  query('/metrics', 'pipeline_id=', invalid('pipeline_id')),
  query('/metrics', 'pipeline_id=x', ABSENT),
  query('/metrics', 'pipeline_id=%00', ABSENT),
  query('/metrics', 'pipeline_id=x&from=x', invalid('from')),
  query('/metrics', 'period=all', invalid('period')),
];

const BAD_IDS = [
  ...[
    'x',
    '0',
    '-1',
    'null',
    'undefined',
    'NaN',
    '%00',
    '%0A',
    '%20',
    '..',
    '%2E%2E',
    '%2e%2e%2fadmin',
    "'%20or%201=1--",
    '*',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    '%7B00000000-0000-0000-0000-000000000001%7D',
    'urn:uuid:0',
    '%F0%9F%98%80',
  ],
  ...[
    'x'.repeat(10_000),
    '%ED%A0%80',
    '__proto__',
    'constructor',
    '%25%30%30',
    '1;drop%20table%20leads',
    '\\..\\..',
    '~root',
  ],
];

const PATHS: HostileCase[] = [
  ...BAD_IDS.map((id) => ({
    name: `GET /leads/${nameOf(id)}`,
    send: partner('GET', `/leads/${id}`),
    expected: [ABSENT],
  })),
  ...['x', '%00', '%7B00000000-0000-0000-0000-000000000001%7D', '%FF'].flatMap((id) => [
    {
      name: `PATCH /leads/${id}`,
      send: partner('PATCH', `/leads/${id}`, { body: '{"name":"x"}' }),
      expected: [ABSENT],
    },
    {
      name: `POST /leads/${id}/stage`,
      send: partner('POST', `/leads/${id}/stage`, { body: '{"stage_id":"x"}' }),
      expected: [ABSENT],
    },
  ]),
  {
    name: 'a bad body is named before an unknown id',
    send: partner('PATCH', '/leads/x', { body: '{"name":1}' }),
    expected: [invalid('name')],
  },
  {
    name: "another account's lead",
    send: partner('GET', ({ foreign }) => `/leads/${foreign.leadId}`),
    expected: [ABSENT],
  },
  {
    name: "a change of another account's lead",
    send: partner('PATCH', ({ foreign }) => `/leads/${foreign.leadId}`, { body: '{"name":"x"}' }),
    expected: [ABSENT],
  },
  ...(['GET', 'PATCH', 'DELETE', 'POST'] as const).flatMap((method) =>
    ['x', '%00', 'x'.repeat(5_000)].map((id) => ({
      name: `operator: ${method} with the id ${nameOf(id)}`,
      send: ({ operatorToken, accountId }: World) => ({
        method,
        target: {
          GET: `/admin/v1/accounts/${id}`,
          PATCH: `/admin/v1/accounts/${id}`,
          DELETE: `/admin/v1/api-keys/${id}`,
          POST: `/admin/v1/outbox/${id}/retry`,
        }[method],
        headers: { ...bearer(operatorToken), 'X-Account-Id': accountId },
        ...(method === 'PATCH' && { body: '{"name":"x"}' }),
      }),
      expected: [ABSENT],
    })),
  ),
  ...['', 'x', '\u00ff', '00000000-0000-0000-0000-000000000000', 'x'.repeat(5_000)].map((id) => ({
    name: `operator: X-Account-Id ${nameOf(id)}`,
    send: ({ operatorToken }: World) => ({
      target: '/admin/v1/api-keys',
      headers: { ...bearer(operatorToken), 'X-Account-Id': id },
    }),
    expected: [id === '' ? invalid('X-Account-Id') : ABSENT],
  })),
  ...['state=x', 'state=dead&state=sent', 'limit=0', 'cursor=x', 'x=1'].map((text) => ({
    name: `operator: /outbox?${text}`,
    send: ({ operatorToken }: World) => ({ target: `/admin/v1/outbox?${text}`, headers: bearer(operatorToken) }),
    expected: [invalid(text.split('=')[0] ?? '')],
  })),
];

const credential = (
  name: string,
  headers: (world: World) => Record<string, string | string[] | undefined>,
): HostileCase => ({
  name,
  send: (world) => ({
    method: 'POST',
    target: '/api/v1/leads',
    body: bytesOf({ phone: freshPhone() }),
    headers: headers(world),
  }),
  expected: [NO_KEY],
});

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
  credential('an unknown key', () => ({ Authorization: `Bearer ${newApiKey()}` })),
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
  {
    name: 'as a parameter',
    send: ({ key }) => ({ target: `/api/v1/pipelines?api_key=${key}` }),
    expected: [NO_KEY],
  },
  {
    name: 'a key without the permission',
    send: ({ writeOnlyKey }) => ({ target: '/api/v1/pipelines', headers: bearer(writeOnlyKey) }),
    expected: [{ status: 403, code: 'insufficient_scope' }],
  },
  ...['/accounts', '/api-keys', '/outbox', '/account', '/notifications', '/metrics'].flatMap((path) => [
    {
      name: `a partner's key on /admin/v1${path}`,
      send: ({ key }: World) => ({ target: `/admin/v1${path}`, headers: bearer(key) }),
      expected: [{ status: 401, code: 'unauthorized' }],
    },
    {
      name: `two headers on /admin/v1${path}`,
      send: ({ operatorToken }: World) => ({
        target: `/admin/v1${path}`,
        headers: { Authorization: [`Bearer ${operatorToken}`, 'Bearer x'] },
      }),
      expected: [{ status: 401, code: 'unauthorized' }],
    },
    {
      name: `a forged cookie on /admin/v1${path}`,
      send: ({ operatorToken }: World) => ({
        target: `/admin/v1${path}`,
        headers: { Cookie: `a=b; entrada_session=${operatorToken}; entrada_session=` },
      }),
      expected: [{ status: 401, code: 'unauthorized' }],
    },
  ]),
  ...['x', '', 'ent_link_x', `ent_link_${'z'.repeat(65)}`, '\u0000'].slice(0, 2).map((token) => ({
    name: `a session for the token ${nameOf(token)}`,
    send: () => ({ method: 'POST', target: '/admin/v1/sessions', body: bytesOf({ token }) }),
    expected: [{ status: 401, code: 'unauthorized' }],
  })),
];

const TYPES: HostileCase[] = [
  ...[
    'text/plain',
    'text/json',
    'application/javascript',
    'multipart/form-data; boundary=x',
    'application/xml',
    '*/*',
    'json',
  ].map((type): [string, Expected] => [type, BAD_JSON]),
  ...[
    'application/jsonx',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    '; charset=utf-8',
    '/',
  ].map((type): [string, Expected] => [type, BAD_JSON]),
  ...[
    'application/json; charset=utf-7',
    'application/json; charset=us-ascii',
    'application/json; charset=',
    '\u00ff',
  ].map((type): [string, Expected] => [type, BAD_JSON]),
  ...['application/json; charset=latin1; charset=utf-8', `application/${'x'.repeat(8_000)}+json`.slice(0, 8_000)].map(
    (type): [string, Expected] => [type, BAD_JSON],
  ),
  ...['application/json', 'APPLICATION/JSON', 'application/json;charset=utf8', 'application/vnd.api+json', ''].map(
    (type): [string, Expected] => [type, CREATED],
  ),
  ...['application/json; charset="UTF-8"', 'application/json; x=y; charset=utf-8', ' application/json '].map(
    (type): [string, Expected] => [type, CREATED],
  ),
].map(([type, expected]) => ({
  name: nameOf(type),
  send: submit({ phone: freshPhone() }, { 'Content-Type': type }),
  expected: [expected],
}));

const ENCODINGS: HostileCase[] = ['gzip', 'deflate', 'br', 'zstd', 'x', 'identity, gzip', 'gzip, gzip', ','].map(
  (coding) => ({
    name: `Content-Encoding: ${coding}`,
    send: submit({ phone: freshPhone() }, { 'Content-Encoding': coding }),
    expected: [BAD_JSON],
  }),
);

const ROUTING: HostileCase[] = [
  ...[
    '/',
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/leads',
    '/API/V1/leads',
    '/api/v1/Leads',
    '/api/v1/leads/',
    '//api/v1/leads',
  ],
  ...[
    '/api/v1//leads',
    '/api//v1/leads',
    '/api/v1/leads//',
    '/api/v1/./leads',
    '/api/v1/x/../leads',
    '/api/v1/leads;x=1',
    '/api/v1/leads%20',
  ],
  ...[
    '/api/v1/leads%2F',
    '/api/v1/%6ceads/',
    '/api/v1/leads.json',
    '/api/v1/leads%00',
    '/%',
    '/%ZZ',
    '/%00',
    '/%FF',
    '/%C0%AF',
  ],
  ...[
    '/api/v1/leads/x/y/z',
    '/api/v1/leads/x/stage/',
    '/admin',
    '/admin/v1',
    '/admin/v2/accounts',
    '/.env',
    '/.git/config',
    '/docs/../../etc/passwd',
  ],
  ...[
    '/server-status',
    '/wp-login.php',
    '/actuator',
    '/graphql',
    '/favicon.ico',
    '/health',
    '/health/',
    '/health/live/',
    '/metrics/',
    '/console/../',
  ],
  ...[
    `/${'a/'.repeat(5_000)}`,
    `/${'x'.repeat(15_000)}`,
    '/api/v1/leads\\',
    '/?/api/v1/leads',
    '/api/v1/leads/\\..\\x/stage',
  ],
].map((target) => ({
  name: `GET ${nameOf(target)}`,
  send: ({ key }: World) => ({ target, headers: bearer(key) }),
  expected: [ABSENT],
}));

const METHODS: HostileCase[] = [
  ...[
    'PUT',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'LOCK',
    'MKCOL',
    'SEARCH',
    'QUERY',
    'M-SEARCH',
    'REPORT',
  ].map((method) => ({
    name: `${method} /api/v1/leads`,
    send: partner(method, '/leads'),
    expected: [ABSENT],
  })),
  ...(
    [
      ['PATCH', '/leads'],
      ['DELETE', '/leads/x'],
      ['POST', '/leads/x'],
      ['GET', '/leads/x/stage'],
      ['POST', '/pipelines'],
      ['POST', '/metrics'],
      ['PUT', '/leads/lookup'],
    ] as const
  ).map(([method, path]) => ({ name: `${method} ${path}`, send: partner(method, path), expected: [ABSENT] })),
  {
    name: 'X-HTTP-Method-Override',
    send: partner('GET', '/pipelines', {
      headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' },
    }),
    expected: [OK],
  },
  {
    name: 'a GET with a body that is no JSON',
    send: partner('GET', '/pipelines', { body: '{' }),
    expected: [OK],
  },
  {
    name: 'headers that name another path or host',
    send: partner('GET', '/pipelines', {
      headers: {
        'X-Original-URL': '/admin/v1/accounts',
        'X-Rewrite-URL': '/',
        'X-Forwarded-Host': 'evil',
        'X-Forwarded-Prefix': '/x',
      },
    }),
    expected: [OK],
  },
  {
    name: 'a CORS preflight',
    send: partner('OPTIONS', '/leads', {
      headers: { Origin: 'https://evil', 'Access-Control-Request-Method': 'POST' },
    }),
    expected: [ABSENT],
  },
  {
    name: 'a conditional request',
    send: partner('GET', '/pipelines', {
      headers: { 'If-None-Match': '*', 'If-Modified-Since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
    }),
    expected: [OK],
  },
  {
    name: 'a range',
    send: partner('GET', '/pipelines', { headers: { Range: 'bytes=0-1', 'If-Range': '*' } }),
    expected: [OK],
  },
  {
    name: 'an offer to upgrade',
    send: partner('GET', '/pipelines', { headers: { Connection: ['close', 'Upgrade'], Upgrade: 'websocket' } }),
    expected: [OK],
  },
  {
    name: "a caller's own request id with control characters",
    send: partner('GET', '/pipelines', { headers: { 'X-Request-Id': '\u0080\u00ff"}' } }),
    expected: [OK],
  },
  {
    name: 'Accept: text/html',
    send: partner('GET', '/nowhere', { headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip, br' } }),
    expected: [ABSENT],
  },
];

/** What is hostile in parameters, paths, methods and headers. */
export const PARAMETERS: Readonly<Record<string, HostileCase[]>> = {
  'list parameters': LIST,
  'the period of the metrics': METRICS,
  'ids in paths': PATHS,
  credentials: CREDENTIALS,
  'content types': [...TYPES, ...ENCODINGS],
  routing: ROUTING,
  methods: METHODS,
};
