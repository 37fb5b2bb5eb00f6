import {
  BAD_JSON,
  bearer,
  bytesOf,
  CREATED,
  type Expected,
  freshPhone,
  type HostileCase,
  invalid,
  nameOf,
  OK,
  submit,
  TOO_LARGE,
  type World,
} from './case';

const BOM = '\ufeff';
const utf16 = (text: string): Uint8Array => Buffer.from(BOM + text, 'utf16le');
const nested = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

/** Every route that reads a body, with what may not be sent to any of them. */
const BODY_ROUTES: [method: string, target: (world: World) => string][] = [
  ['POST', () => '/api/v1/leads'],
  ['POST', () => '/api/v1/leads/lookup'],
  ['PATCH', ({ leadId }) => `/api/v1/leads/${leadId}`],
  ['POST', ({ leadId }) => `/api/v1/leads/${leadId}/stage`],
  ['POST', () => '/admin/v1/accounts'],
  ['PATCH', ({ accountId }) => `/admin/v1/accounts/${accountId}`],
  ['PUT', ({ accountId }) => `/admin/v1/accounts/${accountId}/owner`],
  ['POST', ({ accountId }) => `/admin/v1/accounts/${accountId}/conversations`],
  ['POST', ({ accountId }) => `/admin/v1/accounts/${accountId}/leads`],
  ['PATCH', ({ accountId, leadId }) => `/admin/v1/accounts/${accountId}/leads/${leadId}`],
  ['PUT', ({ accountId, dealId }) => `/admin/v1/accounts/${accountId}/deals/${dealId}/stage`],
  ['POST', ({ accountId }) => `/admin/v1/accounts/${accountId}/appointments`],
  ['PATCH', ({ accountId, leadId }) => `/admin/v1/accounts/${accountId}/appointments/${leadId}`],
  ['POST', () => '/admin/v1/api-keys'],
  ['POST', () => '/admin/v1/sign-in-links'],
  ['POST', () => '/admin/v1/sessions'],
];

const BAD_BODIES: [name: string, body: string, expected: Expected, headers?: Record<string, string>][] = [
  ['nothing', '', BAD_JSON],
  ['half an object', '{"a":', BAD_JSON],
  ['a list', '[]', invalid('body')],
  ['7,900 nested lists', nested(7_900, '[', ']'), invalid('body')],
  ['2,500 nested objects', `{"x":${nested(2_500, '{"a":', '}').replace('}', '1}')}}`, invalid('body')],
  ['16,385 bytes', '{}'.padEnd(16_385), TOO_LARGE],
  ['a form', 'phone=11987654321', BAD_JSON, { 'Content-Type': 'application/x-www-form-urlencoded' }],
];

const onEveryRoute: HostileCase[] = BODY_ROUTES.flatMap(([method, target]) =>
  BAD_BODIES.map(([name, body, expected, headers]) => ({
    name: `${method} ${target({ leadId: 'L', accountId: 'A', dealId: 'D' } as World)}: ${name}`,
    send: (world: World) => {
      const isPartner = target(world).startsWith('/api/');
      const token = isPartner ? world.key : world.operatorToken;
      return {
        method,
        target: target(world),
        body,
        headers: { ...bearer(token), ...(!isPartner && { 'X-Account-Id': world.accountId }), ...headers },
      };
    },
    expected: [expected],
  })),
);

const phone = '"phone":"11987654321"';

const TEXTS: [body: string | Uint8Array, expected: Expected][] = [
  ...['{', '}', '{]', '{"a"}', '{a:1}', "{'a':1}", `{${phone},}`, `{${phone}}}`, `{${phone}} x`, `{${phone}}{}`].map(
    (text): [string, Expected] => [text, BAD_JSON],
  ),
  ...['undefined', 'NaN', 'Infinity', '-', '01', '+1', '.5', '1.', '0x10', '1e', 'tru', 'TRUE', 'nil', '""x'].map(
    (text): [string, Expected] => [text, BAD_JSON],
  ),
  ...['// x\n{}', '/* x */ {}', `{${phone} /* x */}`, '\u00a0{}', '\u2028{}', '{}\u0000', '\u0000{}', ")]}',\n{}"].map(
    (text): [string, Expected] => [text, BAD_JSON],
  ),
  ...[`{"name":"a\nb",${phone}}`, '{"a":"\\x41"}', '{"a":"\\u12"}', '{"a":"\\u{41}"}', '{"a":"'].map(
    (text): [string, Expected] => [text, BAD_JSON],
  ),
  ...['null', 'true', '1', '1e999', '-0', '""', '"{}"', '[{}]', '[[]]'].map((text): [string, Expected] => [
    text,
    invalid('body'),
  ]),
  [`{${phone},"__proto__":{"phone":"11987654321"}}`, invalid('__proto__')],
  ['{"__proto__":{"phone":"11987654321"}}', invalid('__proto__', 'phone')],
  [utf16(`{${phone}}`), BAD_JSON],
  [Buffer.from(`{${phone},"name":"Jo\u00e3o"}`, 'latin1'), BAD_JSON],
  [Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), BAD_JSON],
  [Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]), BAD_JSON],
  [Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xf5, 0x80, 0x80, 0x80]), Buffer.from('"}')]), BAD_JSON],
  [Buffer.from('{"name":"\xc3', 'latin1'), BAD_JSON],
  [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), BAD_JSON],
  [Buffer.from([0, 0, 0, 0]), BAD_JSON],
  [' \t\r\n', BAD_JSON],
];

const KEYS = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'],
  ...[
    'then',
    'toJSON',
    'length',
    '',
    ' ',
    '0',
    '$where',
    'phone ',
    'Phone',
    'phone\u0000',
    'id',
    'account_id',
    'origin',
  ],
  ...['status', 'created_at', 'updated_at', 'lead', 'created', 'key_id', 'channel', '\ud83d\ude00', 'a.b', 'tags.0'],
];

const prototypeKeys: HostileCase[] = [
  ...KEYS.map((field) => ({
    name: `unknown field ${nameOf(field)}`,
    send: submit(`{"phone":"${freshPhone()}",${JSON.stringify(field)}:{"polluted":true}}`),
    expected: [invalid(field)],
  })),
  ...['attribution', 'deal'].flatMap((object) =>
    ['__proto__', 'constructor', 'toString'].map((field) => ({
      name: `unknown field ${object}.${field}`,
      send: submit(`{"phone":"${freshPhone()}","${object}":{"${field}":"x"}}`),
      expected: [invalid(`${object}.${field}`)],
    })),
  ),
  {
    name: '1,000 unknown fields',
    send: submit(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1]))),
    expected: [invalid(...Array.from({ length: 50 }, (_, index) => `f${index}`))],
  },
  {
    name: 'one unknown field with a name of 16,000 characters',
    send: submit({ phone: freshPhone(), ['x'.repeat(16_000)]: 1 }),
    expected: [invalid('x'.repeat(16_000))],
  },
  {
    name: 'a field given twice: the last wins',
    send: submit(`{"phone":"x","phone":"${freshPhone()}"}`),
    expected: [CREATED],
  },
];

/** Of a lone field of POST /leads beside a valid phone. */
const field = (name: string, value: unknown, expected: Expected = invalid(name)): HostileCase => ({
  name: `${name} = ${nameOf(value)}`,
  send: submit({ phone: freshPhone(), [name]: value }),
  expected: [expected],
});

const PHONES: unknown[] = [
  ...['', ' ', '1', '119876543', '119876543210', '00987654321', '10987654321', '20987654321', '5511'],
  ...[
    '11 98765 4321 ramal 2',
    '11987654321x1',
    '11.98765.4321',
    '11/98765-4321',
    '(11',
    ')11(',
    '+',
    '++5511987654321',
  ],
  ...[
    '5511987654321+',
    '55+11987654321',
    '+55 00 98765-4321',
    '+5511887654321',
    '+1',
    '+999123456789',
    '+0',
    '+12025550',
  ],
  ...['\uff11\uff11\uff19\uff18\uff17\uff16\uff15\uff14\uff13\uff12\uff11', '11\u00a0987654321', '11\u200b987654321'],
  ...['\u0661\u0661\u0669\u0668\u0667\u0666\u0665\u0664\u0663\u0662\u0661', '11\u2010987654321', '11987654321\n'],
  ...['11987654321\u0000', "11987654321' or '1'='1", '1e10', 'Infinity', '9'.repeat(16_000), ' '.repeat(16_000)],
  ...[
    '+'.repeat(1_000),
    '('.repeat(8_000) + ')'.repeat(8_000),
    'tel:+5511987654321',
    '+55119876543211',
    '0011987654321',
  ],
  ...[null, true, 11987654321, 1.5, [], ['11987654321'], {}, { toString: '11987654321' }],
];

const STRINGS: HostileCase[] = [
  ...[
    'a\u0000b',
    'a\u001bb',
    'a\u007fb',
    'a\u0085b',
    'a\nb',
    'a\tb',
    'x'.repeat(121),
    '\ud83d\ude00'.repeat(121),
  ].flatMap((value) => [field('name', value)]),
  ...[1, true, null, [], {}, ['x']].flatMap((value) => [
    field('name', value),
    field('notes', value),
    field('email', value),
  ]),
  field('name', '\ud83d\ude00'.repeat(120), CREATED),
  field('name', 'e\u0301'.repeat(60), CREATED),
  field('name', '\u202e\u200f\u2066 evil', CREATED),
  field('name', "Robert'); drop table leads;--", CREATED),
  field('name', '<script>alert(1)</script>', CREATED),
  field('name', "=cmd|' /C calc'!A0", CREATED),
  field('name', '${jndi:ldap://x}%s%n{{7*7}}', CREATED),
  field('name', '   ', CREATED),
  field('notes', 'a\u0000b'),
  field('notes', 'a\u0008b'),
  field('notes', 'x'.repeat(501)),
  field('notes', '\n'.repeat(1_000), CREATED),
  field('notes', 'a\r\nb', CREATED),
  ...[
    'x',
    '@',
    'a@',
    '@b.com',
    'a@b',
    'a@b..com',
    'a b@c.com',
    '"a b"@c.com',
    'a@b.com\nBcc: x@y.com',
    'a\u200b@b.com',
  ].map((value) => field('email', value)),
  ...[`${'a'.repeat(250)}@b.com`, 'a@[127.0.0.1]', 'a@b.com,c@d.com', 'A <a@b.com>', `a@${'b'.repeat(300)}.com`].map(
    (value) => field('email', value),
  ),
  ...['', ' ', 'a b', 'a/b', '\u00e9', 'x'.repeat(101), 'a\u0000', "a'", 'a\n', '../../x', 1, null, [], {}].map(
    (value) => field('external_id', value),
  ),
  ...['true', 1, 0, null, [], {}, ''].map((value) => field('consent', value)),
  ...['x', 1, null, {}, { 0: 'x', length: 1 }, ['1', '2', '3', '4', '5', '6']].map((value) => field('tags', value)),
  ...['', ' ', 'x'.repeat(41), 'a\u0000', 1, null, [], {}, '\ud83d\ude00'.repeat(41)].map((value) =>
    field('tags', ['good', value], invalid('tags.1')),
  ),
  field('tags', Array(5_000).fill('')),
  {
    name: 'a lone surrogate in name, notes, tags and external_id',
    send: submit(
      `{"phone":"${freshPhone()}","name":"\\ud800","notes":"\\udfff","tags":["\\ud800x"],"external_id":"\\ud800"}`,
    ),
    expected: [invalid('name', 'notes', 'tags.0', 'external_id')],
  },
];

const DEALS: HostileCase[] = [
  ...[-1, -0.01, 999_999_999_999.995, 1e12, 1e300, '1', '1,50', true, null, [], {}, ''].map((value) => ({
    name: `deal.value = ${nameOf(value)}`,
    send: submit({ phone: freshPhone(), deal: { value } }),
    expected: [invalid('deal.value')],
  })),
  ...['1e999', '-1e999', '9e99999'].map((value) => ({
    name: `deal.value = ${value}`,
    send: submit(`{"phone":"${freshPhone()}","deal":{"value":${value}}}`),
    expected: [invalid('deal.value')],
  })),
  ...['0', '-0', '1e-400', '0.005', '999999999999.99', '1E2', `0.${'1'.repeat(5_000)}`].map((value) => ({
    name: `deal.value = ${nameOf(value)}`,
    send: submit(`{"phone":"${freshPhone()}","deal":{"value":${value}}}`),
    expected: [CREATED],
  })),
  ...[[], 'x', 1, null, true, [{}]].map((value) => field('deal', value)),
  ...[null, 1, [], {}, true].flatMap((value) =>
    ['pipeline_id', 'stage_id'].map((id) => ({
      name: `deal.${id} = ${nameOf(value)}`,
      send: submit({ phone: freshPhone(), deal: { [id]: value } }),
      expected: [invalid(`deal.${id}`)],
    })),
  ),
  ...[
    '',
    ' ',
    'x',
    '\u0000',
    "' or 1=1",
    '{00000000-0000-0000-0000-000000000000}',
    '0'.repeat(32),
    'x'.repeat(9_000),
  ].flatMap((value) =>
    ['pipeline_id', 'stage_id'].map((id) => ({
      name: `deal.${id} = ${nameOf(value)}`,
      send: submit({ phone: freshPhone(), deal: { [id]: value } }),
      expected: [invalid(`deal.${id}`)],
    })),
  ),
  {
    name: "deal.pipeline_id of another account's pipeline",
    send: (world) => submit({ phone: freshPhone(), deal: { pipeline_id: world.foreign.pipelineId } })(world),
    expected: [invalid('deal.pipeline_id')],
  },
  {
    name: "deal.stage_id of another account's stage",
    send: (world) => submit({ phone: freshPhone(), deal: { stage_id: world.foreign.stageId } })(world),
    expected: [invalid('deal.stage_id')],
  },
  {
    name: 'deal.stage_id of a won stage',
    send: (world) => submit({ phone: freshPhone(), deal: { stage_id: world.wonStageId } })(world),
    expected: [{ status: 422, code: 'won_requires_closing' }],
  },
];

const signal = (name: string, value: unknown, expected: Expected): HostileCase => ({
  name: `attribution.${name} = ${nameOf(value)}`,
  send: submit({ phone: freshPhone(), attribution: { [name]: value } }),
  expected: [expected],
});

const ATTRIBUTION: HostileCase[] = [
  ...[1, true, [], {}, ['google']].flatMap((value) =>
    ['utm_source', 'gclid', 'referrer'].map((name) => signal(name, value, invalid(`attribution.${name}`))),
  ),
  ...[[], 'x', 1, null, [{}]].map((value) => field('attribution', value)),
  field('attribution', ['utm_source'], invalid('attribution', 'attribution.0')),
  ...['utm', 'UTM_SOURCE', 'utm_id', 'msclkid', 'origin'].map((name) =>
    signal(name, 'x', invalid(`attribution.${name}`)),
  ),
  ...['a\u0000', 'x'.repeat(501), 'x'.repeat(15_000), 'a\u0085'].map((value) => signal('utm_source', value, CREATED)),
  ...[
    'short',
    'x'.repeat(501),
    'a b c d e f g',
    '<script>alert(1)</script>',
    "' or 1=1 --------",
    '\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9',
  ].map((value) => signal('fbclid', value, CREATED)),
  ...[
    'http://x.com',
    'https://',
    'https:///x',
    'https:\\\\evil.com',
    'javascript:alert(1)',
    'https://a b.com',
    'https://[::1',
  ].map((value) => signal('referrer', value, CREATED)),
  ...[
    'https://u:p@google.com/',
    `https://x.com/${'a'.repeat(5_000)}`,
    'https://\u0000',
    'https://%00.com',
    'https://xn--a.com',
  ].map((value) => signal('referrer', value, CREATED)),
  {
    name: 'lone surrogates in every signal',
    send: submit(
      `{"phone":"${freshPhone()}","attribution":{"utm_source":"\\ud800","fbc":"\\udfff","referrer":"https://\\ud800.com"}}`,
    ),
    expected: [CREATED],
  },
];

const LOOKUPS: HostileCase[] = (
  [
    [{}, invalid('phone', 'email')],
    [{ phone: '11987654321', email: 'a@b.com' }, invalid('phone', 'email')],
    [{ phone: null }, invalid('phone')],
    [{ email: null }, invalid('email')],
    [{ phone: 'x' }, invalid('phone')],
    [{ email: 'x' }, invalid('email')],
    [{ email: ['a@b.com'] }, invalid('email')],
    [{ email: { $ne: '' } }, invalid('email')],
    [{ phone: { $gt: '' } }, invalid('phone')],
    [{ email: "' or 1=1 --@b.com" }, invalid('email')],
    [{ email: '%@%.com' }, invalid('email')],
    [{ email: '_____@b.com' }, { status: 404, code: 'not_found' }],
    [{ phone: '11987654321', id: 1 }, invalid('id')],
    [{ email: `${'a'.repeat(300)}@b.com` }, invalid('email')],
    [{ phone: '21' + '9'.repeat(5_000) }, invalid('phone')],
  ] as [object, Expected][]
).map(([body, expected]) => ({
  name: `lookup ${nameOf(body)}`,
  send: (world) => ({
    method: 'POST',
    target: '/api/v1/leads/lookup',
    body: bytesOf(body),
    headers: bearer(world.key),
  }),
  expected: [expected],
}));

const CHANGES: HostileCase[] = (
  [
    [{}, invalid('body')],
    [{ phone: '11987654321' }, invalid('phone')],
    [{ name: null }, invalid('name')],
    [{ name: '' }, invalid('name')],
    [{ name: ' ' }, invalid('name')],
    [{ notes: null }, invalid('notes')],
    [{ notes: '' }, invalid('notes')],
    [{ email: '' }, invalid('email')],
    [{ email: 'x' }, invalid('email')],
    [{ email: false }, invalid('email')],
    [{ add_tags: null }, invalid('add_tags')],
    [{ add_tags: 'x' }, invalid('add_tags')],
    [{ add_tags: [null] }, invalid('add_tags.0')],
    [{ add_tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, invalid('add_tags')],
    [{ remove_tags: {} }, invalid('remove_tags')],
    [{ remove_tags: [''] }, invalid('remove_tags.0')],
    [{ add_tags: ['A'], remove_tags: [' a '] }, invalid('remove_tags')],
    [{ add_tags: [{ toString: 1 }], remove_tags: ['x'] }, invalid('add_tags.0')],
    [{ add_tags: [{ toString: 'x', valueOf: 'y' }], remove_tags: [[[]]] }, invalid('add_tags.0', 'remove_tags.0')],
    [{ tags: ['x'] }, invalid('tags')],
    [{ consent: false }, invalid('consent')],
    [{ origin: 'social' }, invalid('origin')],
    [{ id: '0', account_id: '0', updated_at: 'now' }, invalid('id', 'account_id', 'updated_at')],
    [{ email: null }, OK],
    [{ remove_tags: ['never there'] }, OK],
  ] as [object, Expected][]
).map(([body, expected]) => ({
  name: `change ${nameOf(body)}`,
  send: (world) => ({
    method: 'PATCH',
    target: `/api/v1/leads/${world.leadId}`,
    body: bytesOf(body),
    headers: bearer(world.key),
  }),
  expected: [expected],
}));

const MOVES: HostileCase[] = (
  [
    [{}, invalid('stage_id')],
    [{ stage_id: null }, invalid('stage_id')],
    [{ stage_id: 1 }, invalid('stage_id')],
    [{ stage_id: [] }, invalid('stage_id')],
    [{ stage_id: 'x', deal_id: null }, invalid('deal_id')],
    [{ stage_id: 'x', deal_id: {} }, invalid('deal_id')],
    [{ stage_id: 'x', status: 'won' }, invalid('status')],
    [{ stage_id: '' }, { status: 404, code: 'not_found' }],
    [{ stage_id: '\u0000' }, { status: 404, code: 'not_found' }],
    [{ stage_id: 'x'.repeat(16_000) }, { status: 404, code: 'not_found' }],
    [{ stage_id: "'; select pg_sleep(9)--" }, { status: 404, code: 'not_found' }],
  ] as [object, Expected][]
).map(([body, expected]) => ({
  name: `move ${nameOf(body)}`,
  send: (world) => ({
    method: 'POST',
    target: `/api/v1/leads/${world.leadId}/stage`,
    body: bytesOf(body),
    headers: bearer(world.key),
  }),
  expected: [expected],
}));

/** What is hostile in a body: its text, its encoding, its fields and their values. */
export const BODIES: Readonly<Record<string, HostileCase[]>> = {
  'bodies on every route': onEveryRoute,
  'JSON text and encodings': TEXTS.map(([body, expected]) => ({
    name: nameOf(typeof body === 'string' ? body : [...body]),
    send: submit(body),
    expected: [expected],
  })),
  'unknown fields': prototypeKeys,
  phones: PHONES.map((value) => ({
    name: nameOf(value),
    send: submit({ phone: value }),
    expected: [invalid('phone')],
  })),
  'strings and lists': STRINGS,
  'the deal': DEALS,
  attribution: ATTRIBUTION,
  'look-ups': LOOKUPS,
  changes: CHANGES,
  moves: MOVES,
};
