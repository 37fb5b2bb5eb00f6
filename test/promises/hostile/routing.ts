import { ABSENT, bearer, type HostileCase, nameOf, OK, partner, type World } from './case';

const TARGETS: HostileCase[] = [
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

/** What is hostile in targets and methods. */
export const ROUTING: Readonly<Record<string, HostileCase[]>> = {
  routing: TARGETS,
  methods: METHODS,
};
