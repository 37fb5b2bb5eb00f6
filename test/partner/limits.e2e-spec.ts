import { newApiKey, secretHash } from '../../src/auth/keys/api-key';
import { LimitStorage } from '../../src/common/rate-limit/rate-limit.module';
import { appForAllTests, appStarter, OPERATOR_TOKEN, type TestApp } from '../support/app';
import { Answer, type HttpClient } from '../support/http-client';
import { HttpClient as Client } from '../support/http-client';

/** Unset limits, for the figures of the specification's section 8. */
const DEFAULTS = {
  LIMIT_IP_PER_MINUTE: '',
  LIMIT_KEY_PER_MINUTE: '',
  LIMIT_KEY_WRITES_PER_MINUTE: '',
  LIMIT_KEY_METRICS_PER_MINUTE: '',
};

const start = appStarter();

let hosts = 0;
/** Makes an unused client address, for a service that trusts one proxy. */
const nextAddress = (): string => `198.51.${100 + Math.floor(++hosts / 250)}.${hosts % 250}`;
const from = (client: HttpClient, address: string): HttpClient => client.with({ 'X-Forwarded-For': address });

/** Makes the calls one after the other. Returns the statuses. */
async function repeat(times: number, call: (index: number) => Promise<Answer<never>>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) statuses.push((await call(index)).status);
  return statuses;
}
const all = (times: number, status: number): number[] => Array<number>(times).fill(status);

/** Figures by limit, in the order of the checks. */
type Checked = Readonly<Record<string, number>>;

const policyOf = (checked: Checked): string =>
  Object.entries(checked)
    .map(([name, figure]) => `"${name}";q=${figure};w=60`)
    .join(', ');

/** Checks that the last of these limits refused the call. */
function expectRefused(answer: Answer<never>, checked: Checked): void {
  const limit = Object.keys(checked).at(-1);
  expect([answer.status, answer.error.code, answer.error.details]).toEqual([429, 'rate_limited', { limit }]);
  expect(answer.headers.get('ratelimit-policy')).toBe(policyOf(checked));
  const wait = Number(answer.headers.get('retry-after'));
  expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true);
  expect(answer.headers.get('ratelimit')).toBe(`"${limit}";r=0;t=${wait}`);
}

describe('the figures of the specification', () => {
  const test = appForAllTests({ ...DEFAULTS, TRUST_PROXY: '1' });

  it('300 calls for an address, with any key and any answer; the 301st is refused, and other addresses are not', async () => {
    const address = nextAddress();
    const partners = await Promise.all([1, 2, 3].map(() => test.partner('pipeline:read')));
    const strangers = from(new Client(`${test.url}/api/v1`, 'x'), address);
    const keys = partners.map(({ api }) => from(api, address));
    for (const api of keys) expect(await repeat(80, () => api.get('/pipelines'))).toEqual(all(80, 200));
    expect(await repeat(30, () => strangers.get('/pipelines'))).toEqual(all(30, 401));
    expect(await repeat(30, () => strangers.get('/nowhere'))).toEqual(all(30, 404));
    expectRefused(await (keys[0] as HttpClient).get('/pipelines'), { ip: 300 });
    expectRefused(await strangers.get('/pipelines'), { ip: 300 });
    expectRefused(await strangers.get('/nowhere'), { ip: 300 });
    expectRefused(await strangers.get('/%ZZ'), { ip: 300 });
    expect((await from(keys[0] as HttpClient, nextAddress()).get('/pipelines')).status).toBe(200);
  });

  it('120 calls for a key, from any address; the 121st is refused, and the account’s other key is not', async () => {
    const partner = await test.partner('pipeline:read');
    const other = await partner.withKey('pipeline:read');
    const call = () => from(partner.api, nextAddress()).get('/pipelines');
    expect(await repeat(120, call)).toEqual(all(120, 200));
    expectRefused(await call(), { ip: 300, key: 120 });
    expect((await from(other, nextAddress()).get('/pipelines')).status).toBe(200);
  });

  it('60 writes for a key, refused ones too; look-ups and reads are not writes', async () => {
    const { api } = await test.partner();
    const write = (index: number): Promise<Answer<never>> =>
      [
        () => api.post('/leads', { phone: 'x' }),
        () => api.post('/leads', '{'),
        () => api.patch('/leads/x', {}),
        () => api.patch('/leads/x', { name: 'x' }),
        () => api.post('/leads/x/stage', { stage_id: 'x' }),
        () => api.post('/leads', 'x'.repeat(17_000)),
      ][index % 6]?.() as Promise<Answer<never>>;
    expect(await repeat(20, () => api.post('/leads/lookup', { phone: '11987654321' }))).toEqual(all(20, 404));
    const statuses = await repeat(60, write);
    expect(statuses).toEqual(Array.from({ length: 60 }, (_, index) => [422, 400, 422, 404, 404, 413][index % 6]));
    for (let index = 0; index < 6; index++) expectRefused(await write(index), { ip: 300, key: 120, writes: 60 });
    expect((await api.post('/leads/lookup', { phone: '11987654321' })).status).toBe(404);
    expect((await api.get('/leads')).status).toBe(200);
  });

  it('20 calls of metrics for a key; other routes are not limited by it', async () => {
    const { api } = await test.partner();
    expect(await repeat(20, (index) => api.get(index % 2 ? '/metrics' : '/metrics?from=x'))).toEqual(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? 200 : 422)),
    );
    expectRefused(await api.get('/metrics'), { ip: 300, key: 120, metrics: 20 });
    expect((await api.get('/pipelines')).status).toBe(200);
  });

  it('are shown: all that were checked, and the calls left of the one with the fewest', async () => {
    const { api } = await test.partner();
    const address = nextAddress();
    const ip = { ip: 300 };
    const key = { ...ip, key: 120 };
    const expectShown = (answer: Answer<never>, status: number, checked: Checked, left: string): void => {
      const shown = answer.headers.get('ratelimit')?.replace(/t=\d+$/, 't=…');
      expect([answer.status, answer.headers.get('ratelimit-policy'), shown]).toEqual([
        status,
        policyOf(checked),
        `${left};t=…`,
      ]);
    };
    const strangers = from(new Client(`${test.url}/api/v1`, 'x'), address);
    expectShown(await strangers.get('/pipelines'), 401, ip, '"ip";r=299');
    expectShown(await strangers.get('/nowhere'), 404, ip, '"ip";r=298');
    const client = from(api, address);
    expectShown(await client.get('/pipelines'), 200, key, '"key";r=119');
    expectShown(await client.post('/leads', {}), 422, { ...key, writes: 60 }, '"writes";r=59');
    expectShown(await client.post('/leads', '{'), 400, { ...key, writes: 60 }, '"writes";r=58');
    expectShown(await client.patch('/leads/x', { name: 'x' }), 404, { ...key, writes: 60 }, '"writes";r=57');
    expectShown(await client.post('/leads/lookup', {}), 422, key, '"key";r=115');
    expectShown(await client.get('/metrics'), 200, { ...key, metrics: 20 }, '"metrics";r=19');
    const reader = from((await test.partner('pipeline:read')).api, address);
    expectShown(await reader.post('/leads', {}), 403, key, '"key";r=119');
    expect(await repeat(250, () => strangers.get('/pipelines'))).toEqual(all(250, 401));
    expectShown(await client.get('/leads'), 200, key, '"ip";r=40');
  });

  it('do not apply to health, or to callers that may read the metrics of the service', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      const headers = path === '/metrics' ? { Authorization: `Bearer ${OPERATOR_TOKEN}` } : undefined;
      const call = async (): Promise<number> => (await fetch(test.url + path, { headers })).status;
      const first = await call();
      for (let index = 0; index < 310; index++) expect(await call()).toBe(first);
    }
  });
});

describe('a 429 outside the partner API', () => {
  const test = appForAllTests({ TRUST_PROXY: '1', LIMIT_IP_PER_MINUTE: '40' });
  const call = async (address: string, method: string, path: string, headers: object = {}) => {
    const response = await fetch(test.url + path, {
      method,
      headers: { 'X-Forwarded-For': address, 'Content-Type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    });
    return new Answer<never>(response.status, response.headers, await response.text());
  };
  const wrong = { Authorization: `Bearer x${OPERATOR_TOKEN}` };

  it.each([
    ['GET', '/docs', {}, 40, '"ip";q=40;w=60', 'ip'],
    ['GET', '/docs/openapi.json', {}, 40, '"ip";q=40;w=60', 'ip'],
    ['GET', '/console', {}, 40, '"ip";q=40;w=60', 'ip'],
    ['GET', '/', {}, 40, '"ip";q=40;w=60', 'ip'],
    ['GET', '/admin/v1/account', {}, 40, undefined, 'ip'],
    ['GET', '/admin/v1/accounts', wrong, 10, undefined, 'sign_in'],
    ['GET', '/metrics', {}, 40, undefined, 'ip'],
    ['GET', '/metrics', wrong, 10, undefined, 'sign_in'],
    ['POST', '/admin/v1/sign-in-links', {}, 20, '"ip";q=40;w=60, "sign_in";q=20;w=3600', 'sign_in'],
    ['POST', '/admin/v1/sessions', {}, 10, '"ip";q=40;w=60, "sign_in";q=10;w=60', 'sign_in'],
    ['POST', '/admin/v1/sign-in-links/look', {}, 10, '"ip";q=40;w=60, "sign_in";q=10;w=60', 'sign_in'],
  ])('%s %s with %j names the limit after %i calls', async (method, path, headers, passing, policy, limit) => {
    const address = nextAddress();
    for (let index = 0; index < passing; index++) {
      const { status, headers: told } = await call(address, method, path, headers);
      expect(status).not.toBe(429);
      if (policy) expect(told.get('ratelimit-policy')).toBe(policy);
    }
    const { status, error, headers: told } = await call(address, method, path, headers);
    expect([status, error.code, error.details]).toEqual([429, 'rate_limited', { limit }]);
    expect(told.get('ratelimit')).toBe(`"${limit}";r=0;t=${told.get('retry-after')}`);
  });
});

describe('the order of the limits', () => {
  const test = appForAllTests({
    TRUST_PROXY: '1',
    LIMIT_IP_PER_MINUTE: '10',
    LIMIT_KEY_PER_MINUTE: '4',
    LIMIT_KEY_WRITES_PER_MINUTE: '2',
    LIMIT_KEY_METRICS_PER_MINUTE: '1',
  });

  /** Returns the calls that a limit has counted so far, and counts one itself. */
  const counted = async (key: string): Promise<number> =>
    (await test.app.get(LimitStorage).counts.increment(key, 60_000, 1_000_000)).totalHits - 1;
  const countedForKey = (key: string): Promise<number> => counted(`key:${secretHash(key).toString('base64url')}`);

  it('lets a call that the key limit refuses count for the address, and not for the writes', async () => {
    const address = nextAddress();
    const partner = await test.partner();
    const api = from(partner.api, address);
    expect(await repeat(4, () => api.get('/pipelines'))).toEqual(all(4, 200));
    for (let round = 0; round < 3; round++) expectRefused(await api.post('/leads', {}), { ip: 10, key: 4 });
    expect(await counted(`ip:${address}`)).toBe(7);
    expect(await countedForKey(partner.key)).toBe(4);
    expect(await counted(`writes:${partner.keyId}`)).toBe(0);
  });

  it('lets a call that the write limit refuses count for address and key, but not for writes', async () => {
    const address = nextAddress();
    const partner = await test.partner();
    const api = from(partner.api, address);
    expect(await repeat(2, () => api.post('/leads', {}))).toEqual(all(2, 422));
    expectRefused(await api.post('/leads', {}), { ip: 10, key: 4, writes: 2 });
    expectRefused(await api.post('/leads', {}), { ip: 10, key: 4, writes: 2 });
    expect(await counted(`ip:${address}`)).toBe(4);
    expect(await countedForKey(partner.key)).toBe(4);
    expect(await counted(`writes:${partner.keyId}`)).toBe(2);
  });

  it('counts nothing for a key when the address is refused, and nothing for writes without the permission', async () => {
    const address = nextAddress();
    const partner = await test.partner('pipeline:read');
    const api = from(partner.api, address);
    expect((await api.post('/leads', {})).error.code).toBe('insufficient_scope');
    const strangers = from(new Client(`${test.url}/api/v1`, 'x'), address);
    expect(await repeat(9, () => strangers.get('/pipelines'))).toEqual(all(9, 401));
    for (let round = 0; round < 3; round++) expectRefused(await api.get('/pipelines'), { ip: 10 });
    expect(await counted(`ip:${address}`)).toBe(10);
    expect(await countedForKey(partner.key)).toBe(1);
    expect(await counted(`writes:${partner.keyId}`)).toBe(0);
  });

  it('counts nothing for writes when the account may no longer write, though it could at the last call', async () => {
    const address = nextAddress();
    const partner = await test.partner();
    const api = from(partner.api, address);
    expect((await api.post('/leads', {})).status).toBe(422);
    await partner.staff.patch('', { licence_active: false });
    const refused = await api.post('/leads', {});
    expect([refused.error.code, refused.headers.get('ratelimit-policy')]).toEqual([
      'plan_inactive',
      policyOf({ ip: 10, key: 4 }),
    ]);
    expect(await counted(`ip:${address}`)).toBe(2);
    expect(await countedForKey(partner.key)).toBe(2);
    expect(await counted(`writes:${partner.keyId}`)).toBe(1);
    await partner.staff.patch('', { licence_active: true });
    expect((await api.post('/leads', {})).headers.get('ratelimit-policy')).toBe(
      policyOf({ ip: 10, key: 4, writes: 2 }),
    );
  });

  it('answers 401 to a key that is not good, however often it was sent, and never names its limit', async () => {
    const partner = await test.partner();
    expect((await partner.owner.delete(`/api-keys/${partner.keyId}`)).status).toBe(200);
    for (const key of [partner.key, newApiKey()]) {
      const client = new Client(`${test.url}/api/v1`, key);
      for (let call = 0; call < 6; call++) {
        const { status, headers } = await from(client, nextAddress()).post('/leads', {});
        expect([status, headers.get('ratelimit-policy')]).toEqual([401, policyOf({ ip: 10 })]);
      }
    }
  });

  it('lets exactly the limit of a key through when all calls come at once', async () => {
    const { api } = await test.partner();
    const answers = await Promise.all(Array.from({ length: 60 }, () => from(api, nextAddress()).get('/pipelines')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(56);
  });

  it('lets exactly the limit of an address through when all calls come at once', async () => {
    const address = nextAddress();
    const strangers = from(new Client(`${test.url}/api/v1`, 'x'), address);
    const answers = await Promise.all(Array.from({ length: 60 }, () => strangers.get('/pipelines')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
  });
});

describe('the client address', () => {
  const limited = (trusted: string) => start({ TRUST_PROXY: trusted, LIMIT_IP_PER_MINUTE: '5' });
  const call =
    (test: TestApp, header: (index: number) => Record<string, string>) =>
    async (index: number): Promise<Answer<never>> =>
      new Client(`${test.url}/api/v1`, 'x').with(header(index)).get('/pipelines');
  const full = [...all(5, 401), 429];

  it('without a trusted proxy is that of the connection, and headers do not change it', async () => {
    const test = await limited('false');
    const spoofed = (index: number) => ({
      'X-Forwarded-For': `203.0.113.${index}`,
      'X-Real-IP': `203.0.113.${index}`,
      Forwarded: `for=203.0.113.${index}`,
      'CF-Connecting-IP': `203.0.113.${index}`,
    });
    expect(await repeat(6, call(test, spoofed))).toEqual(full);
  });

  it('with one trusted proxy is what that proxy wrote: the last address', async () => {
    const test = await limited('1');
    expect(
      await repeat(
        6,
        call(test, (i) => ({ 'X-Forwarded-For': `10.0.0.${i}, 203.0.113.1` })),
      ),
    ).toEqual(full);
    expect(
      await repeat(
        6,
        call(test, (i) => ({ 'X-Forwarded-For': `203.0.113.2, 10.0.0.${i}` })),
      ),
    ).toEqual(all(6, 401));
    // The same client through a proxy with IPv6.
    expect((await call(test, () => ({ 'X-Forwarded-For': '::ffff:203.0.113.1' }))(0)).status).toBe(429);
  });

  it('with two trusted proxies is what the first one wrote: the last address but one', async () => {
    const test = await limited('2');
    const spoofed = (i: number) => ({ 'X-Forwarded-For': `10.0.0.${i}, 203.0.113.1, 192.0.2.${i}` });
    expect(await repeat(6, call(test, spoofed))).toEqual(full);
    expect((await call(test, () => ({ 'X-Forwarded-For': '203.0.113.1, 203.0.113.9, 192.0.2.1' }))(0)).status).toBe(
      401,
    );
  });

  it('counts by /64 for IPv6', async () => {
    const test = await limited('1');
    expect(
      await repeat(
        6,
        call(test, (i) => ({ 'X-Forwarded-For': `2001:db8:1:2:${i}::${i}` })),
      ),
    ).toEqual(full);
    expect((await call(test, () => ({ 'X-Forwarded-For': '2001:db8:1:3::1' }))(0)).status).toBe(401);
  });
});
