import {
  ABSENT,
  bearer,
  bytesOf,
  type Expected,
  freshPhone,
  hostile,
  type HostileCase,
  invalid,
  nameOf,
  OK,
  partner,
  words,
  type World,
} from './case';

const query = (path: string, text: string, expected: Expected): HostileCase =>
  hostile(`${path}?${nameOf(text)}`, partner('GET', `${path}?${text}`), expected);

const many = (name: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => name(index)).join('&');

/** The refusal of many unknown parameters, which names the first fifty. */
const FIFTY = invalid(...Array.from({ length: 50 }, (_, index) => `p${index}`));

const LIST: HostileCase[] = [
  ...['', ...words('0 -1 101 1.5 1e1 0x10 +1 %201 1%20 abc 00000000001 %D9%A1 1,2 NaN')].map((value) =>
    query('/leads', `limit=${value}`, invalid('limit')),
  ),
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
    FIFTY,
  ),
  query(
    '/leads',
    many(() => 'limit=1', 1_500),
    invalid('limit'),
  ),
  query('/leads', '&&&&', OK),
  query('/leads', `${many((index) => `p${index}`, 1_100)}&limit=0`, FIFTY),
  query('/pipelines', 'x=1', invalid('x')),
  query('/pipelines', '__proto__=1', invalid('__proto__')),
  hostile(
    'a lead with a parameter',
    partner('GET', ({ leadId }) => `/leads/${leadId}?x=1`),
    invalid('x'),
  ),
  hostile(
    'a submission with a parameter',
    partner('POST', '/leads?x=1', { body: bytesOf({ phone: freshPhone() }) }),
    invalid('x'),
  ),
  hostile(
    'a submission with 900 parameters and a bad body',
    partner('POST', `/leads?${many((index) => `p${index}=1`, 900)}`, { body: '[]' }),
    FIFTY,
  ),
  hostile(
    'a look-up with __proto__ as parameter',
    partner('POST', '/leads/lookup?__proto__=1', { body: bytesOf({ phone: freshPhone() }) }),
    invalid('__proto__'),
  ),
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
  ...words(String.raw`
    x 0 -1 null undefined NaN %00 %0A %20 .. %2E%2E %2e%2e%2fadmin '%20or%201=1-- *
    00000000-0000-0000-0000-000000000000 %7B00000000-0000-0000-0000-000000000001%7D urn:uuid:0 %F0%9F%98%80
    %ED%A0%80 __proto__ constructor %25%30%30 1;drop%20table%20leads \..\.. ~root
  `),
  'x'.repeat(10_000),
];

const PATHS: HostileCase[] = [
  ...BAD_IDS.map((id) => hostile(`GET /leads/${nameOf(id)}`, partner('GET', `/leads/${id}`), ABSENT)),
  ...['x', '%00', '%7B00000000-0000-0000-0000-000000000001%7D', '%FF'].flatMap((id) => [
    hostile(`PATCH /leads/${id}`, partner('PATCH', `/leads/${id}`, { body: '{"name":"x"}' }), ABSENT),
    hostile(`POST /leads/${id}/stage`, partner('POST', `/leads/${id}/stage`, { body: '{"stage_id":"x"}' }), ABSENT),
  ]),
  hostile(
    'a bad body is named before an unknown id',
    partner('PATCH', '/leads/x', { body: '{"name":1}' }),
    invalid('name'),
  ),
  hostile(
    "another account's lead",
    partner('GET', ({ foreign }) => `/leads/${foreign.leadId}`),
    ABSENT,
  ),
  hostile(
    "a change of another account's lead",
    partner('PATCH', ({ foreign }) => `/leads/${foreign.leadId}`, { body: '{"name":"x"}' }),
    ABSENT,
  ),
  ...(['GET', 'PATCH', 'DELETE', 'POST'] as const).flatMap((method) =>
    ['x', '%00', 'x'.repeat(5_000)].map((id) =>
      hostile(
        `operator: ${method} with the id ${nameOf(id)}`,
        ({ operatorToken, accountId }: World) => ({
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
        ABSENT,
      ),
    ),
  ),
  ...['', 'x', '\u00ff', '00000000-0000-0000-0000-000000000000', 'x'.repeat(5_000)].map((id) =>
    hostile(
      `operator: X-Account-Id ${nameOf(id)}`,
      ({ operatorToken }: World) => ({
        target: '/admin/v1/api-keys',
        headers: { ...bearer(operatorToken), 'X-Account-Id': id },
      }),
      id === '' ? invalid('X-Account-Id') : ABSENT,
    ),
  ),
  ...['state=x', 'state=dead&state=sent', 'limit=0', 'cursor=x', 'x=1'].map((text) =>
    hostile(
      `operator: /outbox?${text}`,
      ({ operatorToken }: World) => ({ target: `/admin/v1/outbox?${text}`, headers: bearer(operatorToken) }),
      invalid(text.split('=')[0] ?? ''),
    ),
  ),
];

export const PARAMETERS: Readonly<Record<string, HostileCase[]>> = {
  'list parameters': LIST,
  'the period of the metrics': METRICS,
  'ids in paths': PATHS,
};
