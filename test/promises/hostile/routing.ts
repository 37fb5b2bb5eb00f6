import { ABSENT, bearer, hostile, type HostileCase, nameOf, OK, partner, words, type World } from './case';

const TARGETS: HostileCase[] = [
  ...words(String.raw`
    / /api /api/ /api/v1 /api/v1/ /api/v2/leads /API/V1/leads /api/v1/Leads /api/v1/leads/ //api/v1/leads
    /api/v1//leads /api//v1/leads /api/v1/leads// /api/v1/./leads /api/v1/x/../leads /api/v1/leads;x=1
    /api/v1/leads%20 /api/v1/leads%2F /api/v1/%6ceads/ /api/v1/leads.json /api/v1/leads%00 /% /%ZZ /%00 /%FF /%C0%AF
    /api/v1/leads/x/y/z /api/v1/leads/x/stage/ /admin /admin/v1 /admin/v2/accounts /.env /.git/config
    /docs/../../etc/passwd /server-status /wp-login.php /actuator /graphql /favicon.ico /health /health/
    /health/live/ /metrics/ /console/../ /api/v1/leads\ /?/api/v1/leads /api/v1/leads/\..\x/stage
  `),
  ...[`/${'a/'.repeat(5_000)}`, `/${'x'.repeat(15_000)}`],
].map((target) => hostile(`GET ${nameOf(target)}`, ({ key }: World) => ({ target, headers: bearer(key) }), ABSENT));

const METHODS: HostileCase[] = [
  ...words('PUT DELETE OPTIONS TRACE PROPFIND PURGE LOCK MKCOL SEARCH QUERY M-SEARCH REPORT').map((method) =>
    hostile(`${method} /api/v1/leads`, partner(method, '/leads'), ABSENT),
  ),
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
  ).map(([method, path]) => hostile(`${method} ${path}`, partner(method, path), ABSENT)),
  hostile(
    'X-HTTP-Method-Override',
    partner('GET', '/pipelines', {
      headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' },
    }),
    OK,
  ),
  hostile('a GET with a body that is no JSON', partner('GET', '/pipelines', { body: '{' }), OK),
  hostile(
    'headers that name another path or host',
    partner('GET', '/pipelines', {
      headers: {
        'X-Original-URL': '/admin/v1/accounts',
        'X-Rewrite-URL': '/',
        'X-Forwarded-Host': 'evil',
        'X-Forwarded-Prefix': '/x',
      },
    }),
    OK,
  ),
  hostile(
    'a CORS preflight',
    partner('OPTIONS', '/leads', {
      headers: { Origin: 'https://evil', 'Access-Control-Request-Method': 'POST' },
    }),
    ABSENT,
  ),
  hostile(
    'a conditional request',
    partner('GET', '/pipelines', {
      headers: { 'If-None-Match': '*', 'If-Modified-Since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
    }),
    OK,
  ),
  hostile('a range', partner('GET', '/pipelines', { headers: { Range: 'bytes=0-1', 'If-Range': '*' } }), OK),
  hostile(
    'an offer to upgrade',
    partner('GET', '/pipelines', { headers: { Connection: ['close', 'Upgrade'], Upgrade: 'websocket' } }),
    OK,
  ),
  hostile(
    "a caller's own request id with control characters",
    partner('GET', '/pipelines', { headers: { 'X-Request-Id': '\u0080\u00ff"}' } }),
    OK,
  ),
  hostile(
    'Accept: text/html',
    partner('GET', '/nowhere', { headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip, br' } }),
    ABSENT,
  ),
];

export const ROUTING: Readonly<Record<string, HostileCase[]>> = {
  routing: TARGETS,
  methods: METHODS,
};
