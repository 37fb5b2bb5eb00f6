import { newSecret, secretHash } from '../../src/auth/keys/api-key';
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
    const counts = test.app.get(LimitStorage).counts;
    for (let call = 0; call < 250; call++) await counts.increment(`ip:${address}`, 60_000, 1_000_000);
    expectShown(await client.get('/leads'), 200, key, '"ip";r=40');
  });
});

/** Small figures, to reach each limit in few calls. */
const IP = 22;
const KEY = 10;
const WRITES = 6;
const METRICS = 2;
const FEW = {
  TRUST_PROXY: '1',
  LIMIT_IP_PER_MINUTE: String(IP),
  LIMIT_KEY_PER_MINUTE: String(KEY),
  LIMIT_KEY_WRITES_PER_MINUTE: String(WRITES),
  LIMIT_KEY_METRICS_PER_MINUTE: String(METRICS),
};
const few = appForAllTests(FEW);

describe('the limits', () => {
  it('of an address count calls with any key and any answer, and not those of other addresses', async () => {
    const address = nextAddress();
    const partners = [await few.partner('pipeline:read'), await few.partner('pipeline:read')];
    const strangers = from(new Client(`${few.url}/api/v1`, 'x'), address);
    const keys = partners.map(({ api }) => from(api, address));
    for (const api of keys) expect(await repeat(6, () => api.get('/pipelines'))).toEqual(all(6, 200));
    expect(await repeat(5, () => strangers.get('/pipelines'))).toEqual(all(5, 401));
    expect(await repeat(5, () => strangers.get('/nowhere'))).toEqual(all(5, 404));
    expectRefused(await (keys[0] as HttpClient).get('/pipelines'), { ip: IP });
    expectRefused(await strangers.get('/pipelines'), { ip: IP });
    expectRefused(await strangers.get('/nowhere'), { ip: IP });
    expectRefused(await strangers.get('/%ZZ'), { ip: IP });
    expect((await from(keys[0] as HttpClient, nextAddress()).get('/pipelines')).status).toBe(200);
  });

  it('of a key count calls from any address, and not those of the account’s other key', async () => {
    const partner = await few.partner('pipeline:read');
    const other = await partner.withKey('pipeline:read');
    const call = () => from(partner.api, nextAddress()).get('/pipelines');
    expect(await repeat(KEY, call)).toEqual(all(KEY, 200));
    expectRefused(await call(), { ip: IP, key: KEY });
    expect((await from(other, nextAddress()).get('/pipelines')).status).toBe(200);
  });

  it('of writes count refused ones too; look-ups and reads are not writes', async () => {
    const { api } = await few.partner();
    const write = (index: number): Promise<Answer<never>> =>
      [
        () => api.post('/leads', { phone: 'x' }),
        () => api.post('/leads', '{'),
        () => api.patch('/leads/x', {}),
        () => api.patch('/leads/x', { name: 'x' }),
        () => api.post('/leads/x/stage', { stage_id: 'x' }),
        () => api.post('/leads', 'x'.repeat(17_000)),
      ][index % 6]?.() as Promise<Answer<never>>;
    expect((await api.post('/leads/lookup', { phone: '11987654321' })).status).toBe(404);
    expect(await repeat(WRITES, write)).toEqual([422, 400, 422, 404, 404, 413]);
    expectRefused(await write(3), { ip: IP, key: KEY, writes: WRITES });
    expect((await api.post('/leads/lookup', { phone: '11987654321' })).status).toBe(404);
    expect((await api.get('/leads')).status).toBe(200);
  });

  it('of metrics do not count other routes', async () => {
    const { api } = await few.partner();
    expect([(await api.get('/metrics?from=x')).status, (await api.get('/metrics')).status]).toEqual([422, 200]);
    expectRefused(await api.get('/metrics'), { ip: IP, key: KEY, metrics: METRICS });
    expect((await api.get('/pipelines')).status).toBe(200);
  });

  it('do not apply to health, or to callers that may read the metrics of the service', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      const headers = path === '/metrics' ? { Authorization: `Bearer ${OPERATOR_TOKEN}` } : undefined;
      const call = async (): Promise<number> => (await fetch(few.url + path, { headers })).status;
      const first = await call();
      for (let index = 0; index <= IP; index++) expect(await call()).toBe(first);
    }
  });
});

describe('a 429 outside the partner API', () => {
  const call = async (address: string, method: string, path: string, headers: object = {}) => {
    const response = await fetch(few.url + path, {
      method,
      headers: { 'X-Forwarded-For': address, 'Content-Type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    });
    return new Answer<never>(response.status, response.headers, await response.text());
  };
  const wrong = { Authorization: `Bearer x${OPERATOR_TOKEN}` };

  // `test/operator/operator-token` has the routes that only the address limits.
  it.each([
    ['GET', '/docs', {}, IP, '"ip";q=22;w=60', 'ip'],
    ['GET', '/metrics', wrong, 10, undefined, 'sign_in'],
    ['POST', '/admin/v1/sign-in-links', {}, 20, '"ip";q=22;w=60, "sign_in";q=20;w=3600', 'sign_in'],
    ['POST', '/admin/v1/sessions', {}, 10, '"ip";q=22;w=60, "sign_in";q=10;w=60', 'sign_in'],
    ['POST', '/admin/v1/sign-in-links/look', {}, 10, '"ip";q=22;w=60, "sign_in";q=10;w=60', 'sign_in'],
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
  /** Returns the calls that a limit has counted so far, and counts one itself. */
  const counted = async (key: string): Promise<number> =>
    (await few.app.get(LimitStorage).counts.increment(key, 60_000, 1_000_000)).totalHits - 1;
  const countedForKey = (key: string): Promise<number> => counted(`key:${secretHash(key).toString('base64url')}`);

  it('lets a call that the key limit refuses count for the address, and not for the writes', async () => {
    const address = nextAddress();
    const partner = await few.partner();
    const api = from(partner.api, address);
    expect(await repeat(KEY, () => api.get('/pipelines'))).toEqual(all(KEY, 200));
    for (let round = 0; round < 3; round++) expectRefused(await api.post('/leads', {}), { ip: IP, key: KEY });
    expect(await counted(`ip:${address}`)).toBe(KEY + 3);
    expect(await countedForKey(partner.key)).toBe(KEY);
    expect(await counted(`writes:${partner.keyId}`)).toBe(0);
  });

  it('lets a call that the write limit refuses count for address and key, but not for writes', async () => {
    const address = nextAddress();
    const partner = await few.partner();
    const api = from(partner.api, address);
    expect(await repeat(WRITES, () => api.post('/leads', {}))).toEqual(all(WRITES, 422));
    expectRefused(await api.post('/leads', {}), { ip: IP, key: KEY, writes: WRITES });
    expectRefused(await api.post('/leads', {}), { ip: IP, key: KEY, writes: WRITES });
    expect(await counted(`ip:${address}`)).toBe(WRITES + 2);
    expect(await countedForKey(partner.key)).toBe(WRITES + 2);
    expect(await counted(`writes:${partner.keyId}`)).toBe(WRITES);
  });

  it('counts nothing for a key when the address is refused, and nothing for writes without the permission', async () => {
    const address = nextAddress();
    const partner = await few.partner('pipeline:read');
    const api = from(partner.api, address);
    expect((await api.post('/leads', {})).error.code).toBe('insufficient_scope');
    const strangers = from(new Client(`${few.url}/api/v1`, 'x'), address);
    expect(await repeat(IP - 1, () => strangers.get('/pipelines'))).toEqual(all(IP - 1, 401));
    for (let round = 0; round < 3; round++) expectRefused(await api.get('/pipelines'), { ip: IP });
    expect(await counted(`ip:${address}`)).toBe(IP);
    expect(await countedForKey(partner.key)).toBe(1);
    expect(await counted(`writes:${partner.keyId}`)).toBe(0);
  });

  it('counts nothing for writes when the account may no longer write, though it could at the last call', async () => {
    const address = nextAddress();
    const partner = await few.partner();
    const api = from(partner.api, address);
    expect((await api.post('/leads', {})).status).toBe(422);
    await partner.staff.patch('', { licence_active: false });
    const refused = await api.post('/leads', {});
    expect([refused.error.code, refused.headers.get('ratelimit-policy')]).toEqual([
      'plan_inactive',
      policyOf({ ip: IP, key: KEY }),
    ]);
    expect(await counted(`ip:${address}`)).toBe(2);
    expect(await countedForKey(partner.key)).toBe(2);
    expect(await counted(`writes:${partner.keyId}`)).toBe(1);
    await partner.staff.patch('', { licence_active: true });
    expect((await api.post('/leads', {})).headers.get('ratelimit-policy')).toBe(
      policyOf({ ip: IP, key: KEY, writes: WRITES }),
    );
  });

  it('answers 401 to a key that is not good, however often it was sent, and never names its limit', async () => {
    const partner = await few.partner();
    expect((await partner.owner.delete(`/api-keys/${partner.keyId}`)).status).toBe(200);
    for (const key of [partner.key, newSecret('ent_live_')]) {
      const client = new Client(`${few.url}/api/v1`, key);
      for (let call = 0; call < 2; call++) {
        const { status, headers } = await from(client, nextAddress()).post('/leads', {});
        expect([status, headers.get('ratelimit-policy')]).toEqual([401, policyOf({ ip: IP })]);
      }
    }
  });

  it('lets exactly the limit of a key through when all calls come at once', async () => {
    const { api } = await few.partner();
    const answers = await Promise.all(
      Array.from({ length: KEY + 5 }, () => from(api, nextAddress()).get('/pipelines')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(KEY);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('lets exactly the limit of an address through when all calls come at once', async () => {
    const address = nextAddress();
    const strangers = from(new Client(`${few.url}/api/v1`, 'x'), address);
    const answers = await Promise.all(Array.from({ length: IP + 5 }, () => strangers.get('/pipelines')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(IP);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('the client address', () => {
  const limited = (trusted: string) => start({ TRUST_PROXY: trusted, LIMIT_IP_PER_MINUTE: '5' });
  let behindOne: Promise<TestApp> | undefined;
  const one = () => (behindOne ??= limited('1'));
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
    const test = await one();
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
    const test = await one();
    expect(
      await repeat(
        6,
        call(test, (i) => ({ 'X-Forwarded-For': `2001:db8:1:2:${i}::${i}` })),
      ),
    ).toEqual(full);
    expect((await call(test, () => ({ 'X-Forwarded-For': '2001:db8:1:3::1' }))(0)).status).toBe(401);
  });
});
