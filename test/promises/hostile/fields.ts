import { CREATED, type Expected, freshPhone, hostile, type HostileCase, invalid, nameOf, submit } from './case';

const field = (name: string, value: unknown, expected: Expected = invalid(name)): HostileCase =>
  hostile(`${name} = ${nameOf(value)}`, submit({ phone: freshPhone(), [name]: value }), expected);

/** Texts that look blank, which count as absent in every optional field. */
const BLANKS = ['', ' ', '\u200b\ufeff', '\u0009\r\n'];

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
  ...['\uff11\uff11\uff19\uff18\uff17\uff16\uff15\uff14\uff13\uff12\uff11'],
  ...['\u0661\u0661\u0669\u0668\u0667\u0666\u0665\u0664\u0663\u0662\u0661', '11987654321\n0'],
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
  ...['name', 'notes', 'email', 'external_id', 'consent', 'tags'].map((name) => field(name, null, CREATED)),
  ...[1, true, [], {}, ['x']].flatMap((value) => [field('name', value), field('notes', value), field('email', value)]),
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
    'a\u00a0@b.com',
  ].map((value) => field('email', value)),
  ...[`${'a'.repeat(250)}@b.com`, 'a@[127.0.0.1]', 'a@b.com,c@d.com', 'A <a@b.com>', `a@${'b'.repeat(300)}.com`].map(
    (value) => field('email', value),
  ),
  ...BLANKS.flatMap((value) =>
    ['name', 'email', 'notes', 'external_id', 'consent', 'tags', 'deal', 'attribution'].map((name) =>
      field(name, value, CREATED),
    ),
  ),
  ...['a b', 'a/b', '\u00e9', 'x'.repeat(101), 'a\u0000', "a'", 'a\n', '../../x', 1, [], {}].map((value) =>
    field('external_id', value),
  ),
  ...['true', 1, 0, [], {}].map((value) => field('consent', value)),
  ...['x', 1, {}, { 0: 'x', length: 1 }, ['1', '2', '3', '4', '5', '6']].map((value) => field('tags', value)),
  ...[...BLANKS, '{{tag}}', 'null'].map((value) => field('tags', ['good', value], CREATED)),
  ...['x'.repeat(41), 'a\u0000', 1, null, [], {}, '\ud83d\ude00'.repeat(41)].map((value) =>
    field('tags', ['good', value], invalid('tags.1')),
  ),
  field('tags', Array(5_000).fill(''), CREATED),
  field('tags', Array(3_000).fill('a')),
  field('name', '{{'.repeat(7_000), invalid('name')),
  field('name', `{{${'x'.repeat(15_000)}}}`, CREATED),
  hostile(
    'a lone surrogate in name, notes, tags and external_id',
    submit(
      `{"phone":"${freshPhone()}","name":"\\ud800","notes":"\\udfff","tags":["\\ud800x"],"external_id":"\\ud800"}`,
    ),
    invalid('name', 'notes', 'tags.0', 'external_id'),
  ),
];

const DEALS: HostileCase[] = [
  ...[-1, -0.01, 999_999_999_999.995, 1e12, 1e300, '1', '1,50', true, [], {}].map((value) =>
    hostile(`deal.value = ${nameOf(value)}`, submit({ phone: freshPhone(), deal: { value } }), invalid('deal.value')),
  ),
  ...['1e999', '-1e999', '9e99999'].map((value) =>
    hostile(
      `deal.value = ${value}`,
      submit(`{"phone":"${freshPhone()}","deal":{"value":${value}}}`),
      invalid('deal.value'),
    ),
  ),
  ...['0', '-0', '1e-400', '0.005', '999999999999.99', '1E2', `0.${'1'.repeat(5_000)}`].map((value) =>
    hostile(`deal.value = ${nameOf(value)}`, submit(`{"phone":"${freshPhone()}","deal":{"value":${value}}}`), CREATED),
  ),
  field('deal', null, CREATED),
  hostile(
    'a deal of nothing but null',
    submit({ phone: freshPhone(), deal: { pipeline_id: null, stage_id: null, value: null } }),
    CREATED,
  ),
  ...[[], 'x', 1, true, [{}]].map((value) => field('deal', value)),
  ...[1, [], {}, true].flatMap((value) =>
    ['pipeline_id', 'stage_id'].map((id) =>
      hostile(
        `deal.${id} = ${nameOf(value)}`,
        submit({ phone: freshPhone(), deal: { [id]: value } }),
        invalid(`deal.${id}`),
      ),
    ),
  ),
  ...BLANKS.flatMap((value) =>
    ['pipeline_id', 'stage_id', 'value'].map((name) =>
      hostile(`deal.${name} = ${nameOf(value)}`, submit({ phone: freshPhone(), deal: { [name]: value } }), CREATED),
    ),
  ),
  ...['x', '\u0000', "' or 1=1", '{00000000-0000-0000-0000-000000000000}', '0'.repeat(32), 'x'.repeat(9_000)].flatMap(
    (value) =>
      ['pipeline_id', 'stage_id'].map((id) =>
        hostile(
          `deal.${id} = ${nameOf(value)}`,
          submit({ phone: freshPhone(), deal: { [id]: value } }),
          invalid(`deal.${id}`),
        ),
      ),
  ),
  hostile(
    "deal.pipeline_id of another account's pipeline",
    (world) => submit({ phone: freshPhone(), deal: { pipeline_id: world.foreign.pipelineId } })(world),
    invalid('deal.pipeline_id'),
  ),
  hostile(
    "deal.stage_id of another account's stage",
    (world) => submit({ phone: freshPhone(), deal: { stage_id: world.foreign.stageId } })(world),
    invalid('deal.stage_id'),
  ),
  hostile(
    'deal.stage_id of a won stage',
    (world) => submit({ phone: freshPhone(), deal: { stage_id: world.wonStageId } })(world),
    { status: 422, code: 'won_requires_closing' },
  ),
];

const signal = (name: string, value: unknown, expected: Expected): HostileCase =>
  hostile(
    `attribution.${name} = ${nameOf(value)}`,
    submit({ phone: freshPhone(), attribution: { [name]: value } }),
    expected,
  );

const ATTRIBUTION: HostileCase[] = [
  ...[1, true, [], {}, ['google']].flatMap((value) =>
    ['utm_source', 'gclid', 'referrer'].map((name) => signal(name, value, invalid(`attribution.${name}`))),
  ),
  field('attribution', null, CREATED),
  ...[[], 'x', 1, [{}]].map((value) => field('attribution', value)),
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
  hostile(
    'lone surrogates in every signal',
    submit(
      `{"phone":"${freshPhone()}","attribution":{"utm_source":"\\ud800","fbc":"\\udfff","referrer":"https://\\ud800.com"}}`,
    ),
    CREATED,
  ),
];

/** Fields and values of POST /leads. */
export const FIELDS: Readonly<Record<string, HostileCase[]>> = {
  phones: PHONES.map((value) => hostile(nameOf(value), submit({ phone: value }), invalid('phone'))),
  'strings and lists': STRINGS,
  'the deal': DEALS,
  attribution: ATTRIBUTION,
};
