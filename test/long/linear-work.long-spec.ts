import { Agent, request } from 'node:http';
import { MAX_BODY_BYTES } from '../../src/contract/limits';
import { appForAllTests, OPERATOR_TOKEN, RANDOM_ID } from '../support/app';
import { forAllTests } from '../support/setup';
import { leadCalls } from '../support/lead-calls';

/**
 * Work grows in proportion to the length of the input. The largest hostile value takes little more processor time than a harmless
 * request of the same size. Measures the processor time of this process, which runs the service.
 */

/** Tries, of which the shortest counts. Other work in the process, or a busy machine, only adds time. */
const TIMES = 3;
const MORE_TIMES = 30;
/** Milliseconds of processor time. Any request may take less. */
const FLOOR_MS = 3;
/** Quadratic work takes ten to a thousand times as long as a harmless request. */
const MOST = 5;

const test = appForAllTests();
const partner = forAllTests(() => test.partner('leads:read', 'leads:write', 'pipeline:write', 'metrics:read'));
const { nextPhone, submit } = leadCalls(test, partner);
const lead = forAllTests(() => submit());
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** A request to send; `path` begins at the root. */
interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

async function processorTime(sent: Sent): Promise<{ ms: number; status: number }> {
  const begin = process.cpuUsage();
  const status = await new Promise<number>((resolve, reject) => {
    const { method = 'GET', path, headers, body } = sent;
    const outgoing = request(test.url + path, { agent, method, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.once('error', reject).end(body);
  });
  const { user, system } = process.cpuUsage(begin);
  return { ms: (user + system) / 1000, status };
}

/** Returns the statuses of the hostile request, and its time as a multiple of the harmless one. */
async function compare(hostile: Sent, harmless: Sent, floor = FLOOR_MS) {
  const least = { hostile: Infinity, harmless: Infinity };
  const statuses = new Set<number>();
  const ratio = (): number => least.hostile / Math.max(least.harmless, floor);
  for (let n = 0; n < TIMES || (n < MORE_TIMES && ratio() >= MOST); n++) {
    least.harmless = Math.min(least.harmless, (await processorTime(harmless)).ms);
    const { ms, status } = await processorTime(hostile);
    least.hostile = Math.min(least.hostile, ms);
    statuses.add(status);
  }
  return { statuses: [...statuses], ratio: ratio() };
}

/** Repeats the piece to the largest permitted body. */
const much = (piece: string, room = MAX_BODY_BYTES - 300): string =>
  piece.repeat(Math.floor(room / Buffer.byteLength(piece)));
/** Repeats the piece for a header or a path, which share 16 KB. */
const muchOfHeader = (piece: string): string => much(piece, 15_000);

const bearer = () => ({ Authorization: `Bearer ${partner.key}` });
const json = (method: string, path: string, body: string): Sent => ({
  method,
  path: `/api/v1${path}`,
  headers: { ...bearer(), 'Content-Type': 'application/json' },
  body,
});
const post = (fields: object): Sent => json('POST', '/leads', JSON.stringify({ phone: nextPhone.mobile(), ...fields }));
const ordinary = (): Sent => post({ name: much('a') });

describe('a field of POST /leads', () => {
  const host = Array.from({ length: 2_000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const email = (piece: string): string => `${much(piece, 8_000)}@${much(piece, 8_000)}`;

  it.each<[string, object, number]>([
    ['phone: spaces', { phone: `${much(' ')}x` }, 422],
    ['phone: spaces alone', { phone: much(' ') }, 422],
    ['phone: + and spaces', { phone: `+${much(' ')}x` }, 422],
    ['phone: digits', { phone: `+${much('9')}` }, 422],
    ['phone: parentheses', { phone: `${much('(')}x` }, 422],
    ['phone: spaces between digits', { phone: `+3519${much(' ')}12345678` }, 422],
    ['name: spaces', { name: `a${much(' ')}a` }, 422],
    ['name: combining marks', { name: much('\u0301', 7_000) + much('\u0316', 7_000) }, 422],
    ['email: dots', { email: email('a.') }, 422],
    ['email: @', { email: much('@') }, 422],
    ['email: a long domain', { email: `a@${much('a-')}` }, 422],
    ['notes: line breaks', { notes: much('\n', 8_000) }, 202],
    ['notes: markers', { notes: much('\n[API · a · ', 14_000) }, 422],
    ['tags: many', { tags: Array.from({ length: 4_000 }, () => 'a') }, 422],
    ['tags: spaces', { tags: [`${much(' ')}a${much(' ', 100)}`.slice(0, 15_000)] }, 202],
    ['external_id', { external_id: much('a') }, 422],
    ['consent: a list', { consent: Array.from({ length: 5_000 }, () => 1) }, 422],
    ['utm_source: spaces', { attribution: { utm_source: `a${much(' ')}a` } }, 202],
    ['gclid', { attribution: { gclid: much('a') } }, 202],
    ['fbc', { attribution: { fbc: much('!') } }, 202],
    ['referrer: labels', { attribution: { referrer: `https://${much('a.', 2_000)}com/` } }, 202],
    ['referrer: an international name', { attribution: { referrer: `https://${host}.com/` } }, 202],
    ['referrer: xn--', { attribution: { referrer: `https://xn--${much('a', 2_000)}-9a/` } }, 202],
    ['referrer: a path', { attribution: { referrer: `https://a.example/${much('%', 2_000)}` } }, 202],
    ['deal: no id', { deal: { stage_id: much('0') } }, 422],
    ['deal: a value with many digits', { deal: { value: Number.MAX_VALUE } }, 422],
  ])('%s', async (_, fields, status) => {
    const writeOnly = { ...bearer(), Authorization: `Bearer ${await writeOnlyKey()}` };
    const { statuses, ratio } = await compare({ ...post(fields), headers: writeOnly }, ordinary());
    expect(statuses).toEqual([status === 202 ? expect.any(Number) : status]);
    expect(ratio).toBeLessThan(MOST);
  });

  let key: Promise<string> | undefined;
  const writeOnlyKey = (): Promise<string> =>
    (key ??= partner.owner
      .post<{ key: string }>('/api-keys', { name: 'formulário', permissions: ['leads:write'] })
      .then(({ data }) => data.key));
});

describe('a body', () => {
  const phone = '"phone":"11987654321"';
  const keys = (count: number, from = 0): string => Array.from({ length: count }, (_, n) => `"${from + n}":1`).join();
  const long = 'k'.repeat(7_000);

  it.each<[string, string, number]>([
    ['deep lists', much('['), 400],
    ['deep lists that end', `${'['.repeat(7_500)}${']'.repeat(7_500)}`, 422],
    ['deep objects', `${'{"a":'.repeat(2_300)}1${'}'.repeat(2_300)}`, 422],
    ['a deep field', `{${phone},"deal":${'{"a":'.repeat(2_300)}1${'}'.repeat(2_300)}}`, 422],
    ['one key many times', `{${much('"phone":"1",')}${phone}}`, 201],
    ['__proto__', `{${much('"__proto__":{"a":1},')}${phone}}`, 422],
    ['__proto__ in one another', `{"__proto__":${'{"__proto__":'.repeat(6)}1${'}'.repeat(6)},${phone}}`, 422],
    ['unknown fields', `{${phone},${keys(1_500)}}`, 422],
    ['unknown fields within a field', `{${phone},"attribution":{${keys(1_500)}}}`, 422],
    ['unknown fields within a long unknown one', `{${phone},"${long}":{${keys(900)}}}`, 422],
    ['unknown fields with dots', `{${phone},"${much('a.')}":1}`, 422],
    ['a field with many keys', `{${phone},"name":{${keys(1_500)}}}`, 422],
    ['escapes', `{${phone},"name":"${much('\\u0041')}"}`, 422],
    ['digits', `{${phone},"deal":{"value":${much('9')}}}`, 422],
    ['spaces', `${much(' ')}{${phone}}`, 201],
  ])('%s', async (_, body, status) => {
    const { statuses, ratio } = await compare(json('POST', '/leads', body), ordinary());
    expect(statuses.map((one) => (one === 200 ? 201 : one))).toContain(status);
    expect(ratio).toBeLessThan(MOST);
  });

  it.each<[string, object]>([
    ['equal tags in both lists', { add_tags: ['a'.repeat(7_000)], remove_tags: ['a'.repeat(7_000)] }],
    ['combining marks', { add_tags: ['a'], remove_tags: [`a${'\u0301'.repeat(3_900)}${'\u0316'.repeat(3_900)}`] }],
    ['many tags', { add_tags: Array<string>(1_900).fill('a'), remove_tags: Array(1_900).fill('b') }],
  ])('of PATCH /leads/{id}: %s', async (_, body) => {
    const { statuses, ratio } = await compare(json('PATCH', `/leads/${lead.id}`, JSON.stringify(body)), ordinary());
    expect(statuses).toEqual([422]);
    expect(ratio).toBeLessThan(MOST);
  });

  it.each<[string, string, object]>([
    ['stages', '/pipelines', { name: 'a', stages: Array(5_000).fill({}) }],
    ['stages that are not objects', '/pipelines', { name: 'a', stages: Array(5_000).fill(1) }],
    ['permissions', '/api-keys', { name: 'a', permissions: Array(1_200).fill('leads:read') }],
  ])('of the owner: %s', async (_, path, body) => {
    const headers = { 'X-Account-Id': partner.accountId, Authorization: `Bearer ${OPERATOR_TOKEN}` };
    const sent = { method: 'POST', path: `/admin/v1${path}`, headers };
    const { statuses, ratio } = await compare({ ...sent, body: JSON.stringify(body) }, ordinary());
    expect(statuses).toEqual([422]);
    expect(ratio).toBeLessThan(MOST);
  });
});

describe('a header, a path or a parameter', () => {
  const get = (path: string, headers: Record<string, string> = {}): Sent => ({
    path,
    headers: { ...bearer(), ...headers },
  });
  const list = '/api/v1/leads';

  it.each<[string, () => Sent, number]>([
    ['Authorization: spaces', () => get(list, { Authorization: `Bearer${muchOfHeader(' ')}a b` }), 401],
    ['Authorization: a long key', () => get(list, { Authorization: `Bearer ent_live_${muchOfHeader('z')}` }), 401],
    [
      'a session token',
      () => get('/admin/v1/account', { Authorization: `Bearer ent_session_${muchOfHeader('z')}` }),
      401,
    ],
    ['Cookie', () => get('/admin/v1/account', { Authorization: '', Cookie: muchOfHeader(';') }), 401],
    ['Cookie: many', () => get('/admin/v1/account', { Authorization: '', Cookie: muchOfHeader('a=b; ') }), 401],
    ['X-Forwarded-For', () => get(list, { 'X-Forwarded-For': muchOfHeader('1,') }), 200],
    ['X-Forwarded-For: %', () => get(list, { 'X-Forwarded-For': muchOfHeader('%') }), 200],
    ['Accept', () => get(list, { Accept: muchOfHeader('a/b;q=0,') }), 200],
    ['Accept at the bare address', () => get('/', { Accept: muchOfHeader('a/b;q=0,') }), 404],
    ['Accept-Encoding', () => get('/console', { 'Accept-Encoding': muchOfHeader('br;q=0,') }), 200],
    ['If-None-Match', () => get(list, { 'If-None-Match': muchOfHeader('W/"a",') }), 200],
    ['Content-Type', () => ({ ...ordinary(), headers: { ...bearer(), 'Content-Type': `a${muchOfHeader(';')}` } }), 400],
    ['charset', () => ({ ...ordinary(), headers: { ...bearer(), 'Content-Type': muchOfHeader('charset="') } }), 400],
    ['X-Request-Id', () => get(list, { 'X-Request-Id': muchOfHeader('a') }), 200],
    ['a long path', () => get(`/api/v1/leads/${muchOfHeader('a')}`), 404],
    ['slashes', () => get(muchOfHeader('/')), 404],
    ['escapes', () => get(`/api/v1/leads/${muchOfHeader('%41')}`), 404],
    ['escapes that are none', () => get(`/api/v1/leads/${muchOfHeader('%')}`), 404],
    ['a long name of a file', () => get(`/console/assets/${muchOfHeader('.')}`), 404],
    ['parameters', () => get(`${list}?${muchOfHeader('a&')}`), 422],
    ['one parameter many times', () => get(`${list}?${muchOfHeader('limit=1&')}`), 422],
    ['parameters of a route without', () => get(`${list}/${RANDOM_ID}?${muchOfHeader('a=1&')}`), 422],
    ['brackets', () => get(`${list}?a${muchOfHeader('[a]')}=1`), 422],
    ['cursor', () => get(`${list}?cursor=${muchOfHeader('A')}`), 422],
    ['limit', () => get(`${list}?limit=${muchOfHeader('1')}`), 422],
    ['tag', () => get(`${list}?tag=${muchOfHeader('%CC%81')}`), 422],
    ['updated_since', () => get(`${list}?updated_since=2026-01-01T00:00:00.${muchOfHeader('1')}`), 422],
    ['from', () => get(`/api/v1/metrics?from=${muchOfHeader('1')}`), 422],
    ['stage_id', () => get(`${list}?stage_id=${muchOfHeader('0')}`), 200],
  ])('%s', async (_, hostile, status) => {
    const { statuses, ratio } = await compare(hostile(), get(list, { 'X-Other': muchOfHeader('a') }));
    expect(statuses).toEqual([status]);
    expect(ratio).toBeLessThan(MOST);
  });
});

describe('a file', () => {
  const SIZE = 256 * 1024;
  const fill = (piece: string, head = '', end = ''): string =>
    head + much(piece, SIZE - head.length - end.length) + end;
  const HEADER = 'contato,name,notes,other\n';
  /** Every file is refused, most for a missing column of phones. So no row is applied while the next file is measured. */
  const send = (file: string, path = ''): Sent => ({
    method: 'POST',
    path: `/admin/v1/imports${path}`,
    headers: {
      'X-Account-Id': partner.accountId,
      Authorization: `Bearer ${OPERATOR_TOKEN}`,
      'Content-Type': 'text/csv',
    },
    body: file,
  });
  const harmless = fill('11987654321,Ana,Quer saber o preço.,x\n', HEADER);

  /** As many short rows as fit into a file of phones. */
  const short = fill('11987654321\n', 'other\n');

  it.each<[string, string, string?]>([
    ['unknown columns', fill('x,', '', '\n1')],
    ['empty columns', fill(',', 'phone', 'x\n1')],
    ['one column many times', fill('phone,', '', '\n1')],
    ['known columns after unknown ones', `${much('x,', SIZE / 2)}${much('phone,', SIZE / 2)}\n1`],
    ['a row with many cells', fill('a,', HEADER)],
    ['a row with many empty cells', fill(',', HEADER, 'a')],
    ['empty lines', fill('\n', 'other\n', 'a'), short],
    ['empty lines at the end', fill('\n', `${HEADER}1\n`)],
    ['lines of one comma', fill(',\n', 'phone,other\n', 'a,'), short],
    ['lines of one letter', fill('a\n', 'other\n'), short],
    ['one cell', fill('x', `${HEADER}1,"`, '"')],
    ['a cell without end', fill('x', `${HEADER}1,"`)],
    ['quotes', fill('""', `${HEADER}1,"`)],
    ['tags', fill('a;', 'phone,tags,other\n1,"', '"')],
    ['spaces', fill(' ', `${HEADER}1,`, 'x')],
    ['another encoding', fill('\u00e3', HEADER)],
  ])('%s', async (_, file, like = harmless) => {
    const { statuses, ratio } = await compare(send(file), send(like), 10 * FLOOR_MS);
    expect(statuses).toEqual([422]);
    expect(ratio).toBeLessThan(MOST);
  });

  it.each<[string, string]>([
    ['origins of accents', fill(`1,${'\u0301\u0316'.repeat(4_999)}\n`, 'phone,origin\n')],
    ['stages of accents', fill(`1,${'\u0301\u0316'.repeat(4_999)}\n`, 'phone,deal.stage_id\n')],
    ['tags', fill(`1,${'a;'.repeat(4_999)}\n`, 'phone,tags\n')],
    ['moments', fill(`1,${'.1'.repeat(4_999)}\n`, 'phone,created_at\n')],
    ['values', fill(`1,R$${' '.repeat(4_999)}${'1.'.repeat(2_000)}\n`, 'phone,deal.value\n')],
    ['e-mails', fill(`1,${'a.'.repeat(4_999)}@a\n`, 'phone,email\n')],
    ['referrers', fill(`1,https://${'a.'.repeat(4_990)}\n`, 'phone,referrer\n')],
  ])('that is looked at: %s', async (_, file) => {
    const like = fill(`1,${'a'.repeat(9_998)}\n`, 'phone,name\n');
    const { statuses, ratio } = await compare(send(file, '/preview'), send(like, '/preview'), 10 * FLOOR_MS);
    expect(statuses).toEqual([200]);
    expect(ratio).toBeLessThan(MOST);
  });
});
