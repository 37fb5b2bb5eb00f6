import {
  ABSENT,
  BAD_JSON,
  bearer,
  bytesOf,
  CREATED,
  type Expected,
  freshPhone,
  hostile,
  type HostileCase,
  invalid,
  nameOf,
  OK,
  partner,
  submit,
  TOO_LARGE,
  type World,
} from './case';

const BOM = '\ufeff';
const utf16 = (text: string): Uint8Array => Buffer.from(BOM + text, 'utf16le');
const nested = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

/** Routes that read a body, for bodies that none of them accepts. */
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
  BAD_BODIES.map(([name, body, expected, headers]) =>
    hostile(
      `${method} ${target({ leadId: 'L', accountId: 'A', dealId: 'D' } as World)}: ${name}`,
      (world: World) => {
        const isPartner = target(world).startsWith('/api/');
        const token = isPartner ? world.key : world.operatorToken;
        return {
          method,
          target: target(world),
          body,
          headers: { ...bearer(token), ...(!isPartner && { 'X-Account-Id': world.accountId }), ...headers },
        };
      },
      expected,
    ),
  ),
);

const phone = '"phone":"11987654321"';

const text = (body: string | Uint8Array, expected: Expected): HostileCase =>
  hostile(nameOf(typeof body === 'string' ? body : [...body]), submit(body), expected);

const NO_JSON: (string | Uint8Array)[] = [
  ...['{', '}', '{]', '{"a"}', '{a:1}', "{'a':1}", `{${phone},}`, `{${phone}}}`, `{${phone}} x`, `{${phone}}{}`],
  ...['undefined', 'NaN', 'Infinity', '-', '01', '+1', '.5', '1.', '0x10', '1e', 'tru', 'TRUE', 'nil', '""x'],
  ...['// x\n{}', '/* x */ {}', `{${phone} /* x */}`, '\u00a0{}', '\u2028{}', '{}\u0000', '\u0000{}', ")]}',\n{}"],
  ...[`{"name":"a\nb",${phone}}`, '{"a":"\\x41"}', '{"a":"\\u12"}', '{"a":"\\u{41}"}', '{"a":"'],
  utf16(`{${phone}}`),
  Buffer.from(`{${phone},"name":"Jo\u00e3o"}`, 'latin1'),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xf5, 0x80, 0x80, 0x80]), Buffer.from('"}')]),
  Buffer.from('{"name":"\xc3', 'latin1'),
  Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  Buffer.from([0, 0, 0, 0]),
  ' \t\r\n',
];
const NO_OBJECTS = ['null', 'true', '1', '1e999', '-0', '""', '"{}"', '[{}]', '[[]]'];

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
  ...KEYS.map((field) =>
    hostile(
      `unknown field ${nameOf(field)}`,
      submit(`{"phone":"${freshPhone()}",${JSON.stringify(field)}:{"polluted":true}}`),
      invalid(field),
    ),
  ),
  ...['attribution', 'deal'].flatMap((object) =>
    ['__proto__', 'constructor', 'toString'].map((field) =>
      hostile(
        `unknown field ${object}.${field}`,
        submit(`{"phone":"${freshPhone()}","${object}":{"${field}":"x"}}`),
        invalid(`${object}.${field}`),
      ),
    ),
  ),
  hostile(
    '1,000 unknown fields',
    submit(Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, 1]))),
    invalid(...Array.from({ length: 50 }, (_, index) => `f${index}`)),
  ),
  hostile(
    'one unknown field with a name of 16,000 characters',
    submit({ phone: freshPhone(), ['x'.repeat(16_000)]: 1 }),
    invalid('x'.repeat(16_000)),
  ),
  hostile('a field given twice: the last wins', submit(`{"phone":"x","phone":"${freshPhone()}"}`), CREATED),
];

const LOOKUPS: HostileCase[] = (
  [
    [{}, invalid('phone', 'email')],
    [{ phone: '11987654321', email: 'a@b.com' }, invalid('phone', 'email')],
    [{ phone: null }, invalid('phone', 'email')],
    [{ email: null }, invalid('email', 'phone')],
    [{ phone: '11987654321', email: [null] }, invalid('phone', 'email')],
    [{ phone: 'x' }, invalid('phone')],
    [{ email: 'x' }, invalid('email')],
    [{ email: ['a@b.com'] }, invalid('email')],
    [{ email: { $ne: '' } }, invalid('email')],
    [{ phone: { $gt: '' } }, invalid('phone')],
    [{ email: "' or 1=1 --@b.com" }, invalid('email')],
    [{ email: '%@%.com' }, invalid('email')],
    [{ email: '_____@b.com' }, ABSENT],
    [{ phone: '11987654321', id: 1 }, invalid('id')],
    [{ email: `${'a'.repeat(300)}@b.com` }, invalid('email')],
    [{ phone: '21' + '9'.repeat(5_000) }, invalid('phone')],
  ] as [object, Expected][]
).map(([body, expected]) =>
  hostile(`lookup ${nameOf(body)}`, partner('POST', '/leads/lookup', { body: bytesOf(body) }), expected),
);

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
).map(([body, expected]) =>
  hostile(
    `change ${nameOf(body)}`,
    partner('PATCH', ({ leadId }) => `/leads/${leadId}`, { body: bytesOf(body) }),
    expected,
  ),
);

const MOVES: HostileCase[] = (
  [
    [{}, invalid('stage_id')],
    [{ stage_id: null }, invalid('stage_id')],
    [{ stage_id: 1 }, invalid('stage_id')],
    [{ stage_id: [] }, invalid('stage_id')],
    [{ stage_id: 'x', deal_id: null }, invalid('deal_id')],
    [{ stage_id: 'x', deal_id: {} }, invalid('deal_id')],
    [{ stage_id: 'x', status: 'won' }, invalid('status')],
    [{ stage_id: '' }, ABSENT],
    [{ stage_id: '\u0000' }, ABSENT],
    [{ stage_id: 'x'.repeat(16_000) }, ABSENT],
    [{ stage_id: "'; select pg_sleep(9)--" }, ABSENT],
  ] as [object, Expected][]
).map(([body, expected]) =>
  hostile(
    `move ${nameOf(body)}`,
    partner('POST', ({ leadId }) => `/leads/${leadId}/stage`, { body: bytesOf(body) }),
    expected,
  ),
);

/** Text, encodings, names, and bodies of routes other than POST /leads. */
export const BODIES: Readonly<Record<string, HostileCase[]>> = {
  'bodies on every route': onEveryRoute,
  'JSON text and encodings': [
    ...NO_JSON.map((body) => text(body, BAD_JSON)),
    ...NO_OBJECTS.map((body) => text(body, invalid('body'))),
    text(`{${phone},"__proto__":{"phone":"11987654321"}}`, invalid('__proto__')),
    text('{"__proto__":{"phone":"11987654321"}}', invalid('__proto__', 'phone')),
  ],
  'unknown fields': prototypeKeys,
  'look-ups': LOOKUPS,
  changes: CHANGES,
  moves: MOVES,
};
