import { MINUTE_MS } from '../../src/contract/durations';
import { crowd } from '../support/race';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretHash } from '../../src/auth/keys/api-key';
import { DEFAULT_LIMITS } from '../../src/contract/limits';
import { OPERATOR_TOKEN, type Partner } from '../fault/support/stack';
import { type Answer, HttpClient } from '../support/http-client';
import { twoInstances } from './support/two-instances';

const CALLS = 400;
const HOUR_MS = 60 * MINUTE_MS;

/** The limits of the specification. Each call names its address in a header. */
const LIMITS = {
  TRUST_PROXY: '1',
  LIMIT_IP_PER_MINUTE: String(DEFAULT_LIMITS.ipPerMinute),
  LIMIT_KEY_PER_MINUTE: String(DEFAULT_LIMITS.keyPerMinute),
  LIMIT_KEY_WRITES_PER_MINUTE: String(DEFAULT_LIMITS.keyWritesPerMinute),
  LIMIT_KEY_METRICS_PER_MINUTE: String(DEFAULT_LIMITS.keyMetricsPerMinute),
  LIMIT_SESSION_PER_MINUTE: String(DEFAULT_LIMITS.sessionPerMinute),
};

type Call = (index: number) => Promise<Answer<never>>;

const both = twoInstances(LIMITS);

let addresses = 0;
/** Returns the client with an unused address. */
const elsewhere = (client: HttpClient): HttpClient =>
  client.with({ 'X-Forwarded-For': `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}` });

interface Arrival {
  readonly answer: Answer<never>;
  readonly at: number;
}

/** Sends the calls sixty at a time, half of them to each instance. With more, a busy machine would keep some too long. */
const flood = (call: Call): Promise<Arrival[]> =>
  crowd(CALLS, async (n) => ({ answer: await call(n), at: performance.now() }), 60);

/** Returns the limit that refused a call. */
const limitOf = ({ error }: Answer<never>): string => error.details?.limit ?? '';

/** Counts the answers by status, or by the limit that refused. */
function tally(arrivals: readonly Arrival[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answer } of arrivals) {
    const name = answer.status === 429 ? limitOf(answer) : answer.status;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Returns the number of calls that Redis has counted for a limit. */
const counted = (limit: string): Promise<number> => both.redis.llen(`entrada:calls:${limit}`);

async function keyOf(partner: Partner): Promise<string> {
  const [key] = await both.stack.sql<{ id: string }>('select id from api_keys where account_id = $1', [
    partner.accountId,
  ]);
  return key?.id ?? '';
}

describe(`${CALLS} calls at once over two instances with one Redis`, () => {
  /** One refused call for each limit, with its answer, the moment of arrival, and the status when it was sent again at once. */
  const refused: (Arrival & { limit: string; call: Call; again: number })[] = [];
  const remember = async (limit: string, call: Call, arrivals: readonly Arrival[]): Promise<void> => {
    const arrival = arrivals.find(({ answer }) => answer.status === 429 && limitOf(answer) === limit);
    if (!arrival) throw new Error(`no call was refused by ${limit}`);
    refused.push({ ...arrival, limit, call, again: (await call(0)).status });
  };
  afterEach(() => {
    expect(both.wasRedisAway()).toBe(false);
  });

  it('exactly 300 of one address pass', async () => {
    const call: Call = (n) =>
      new HttpClient(`${both.stack.instance(n).url}/api/v1`, 'x')
        .with({ 'X-Forwarded-For': '203.0.113.1' })
        .get('/leads');
    const arrivals = await flood(call);
    expect(tally(arrivals)).toEqual({ 401: 300, ip: 100 });
    expect(await counted('ip:203.0.113.1')).toBe(300);
    await remember('ip', call, arrivals);
  });

  it('exactly 120 of one key pass', async () => {
    const partner = await both.stack.partner();
    const call: Call = (n) => elsewhere(partner.api(n)).get('/pipelines');
    const arrivals = await flood(call);
    expect(tally(arrivals)).toEqual({ 200: 120, key: 280 });
    expect(await counted(`key:${secretHash(partner.key).toString('base64url')}`)).toBe(120);
    await remember('key', call, arrivals);
  });

  it('exactly 60 writes of one key pass', async () => {
    const partner = await both.stack.partner();
    const call: Call = (n) => elsewhere(partner.api(n)).post('/leads', { phone: `119876${10_000 + n}` });
    const arrivals = await flood(call);
    expect(tally(arrivals)).toEqual({ 201: 60, writes: 60, key: 280 });
    expect(await counted(`writes:${await keyOf(partner)}`)).toBe(60);
    await remember('writes', call, arrivals);
  });

  it('exactly 20 metrics of one key pass', async () => {
    const partner = await both.stack.partner();
    const call: Call = (n) => elsewhere(partner.api(n)).get('/metrics');
    const arrivals = await flood(call);
    expect(tally(arrivals)).toEqual({ 200: 20, metrics: 100, key: 280 });
    expect(await counted(`metrics:${await keyOf(partner)}`)).toBe(20);
    await remember('metrics', call, arrivals);
  });

  it('exactly 300 of one session pass', async () => {
    const partner = await both.stack.partner();
    const { data } = await both.stack
      .operator()
      .post<{ token: string }>(`/accounts/${partner.accountId}/owner-sessions`);
    const call: Call = (n) =>
      elsewhere(new HttpClient(`${both.stack.instance(n).url}/admin/v1`, data.token)).get('/account');
    const arrivals = await flood(call);
    expect(tally(arrivals)).toEqual({ 200: 300, session: 100 });
    const [session] = await both.stack.sql<{ id: string }>('select id from sessions where account_id = $1', [
      partner.accountId,
    ]);
    expect(await counted(`session:${session?.id}`)).toBe(300);
    await remember('session', call, arrivals);
  });

  it('exactly ten wrong tokens of the operator from one address are 401, and the right one passes', async () => {
    const address = { 'X-Forwarded-For': '203.0.113.3' };
    const as = (token: string, n: number): HttpClient =>
      new HttpClient(`${both.stack.instance(n).url}/admin/v1`, token).with(address);
    const arrivals = await flood((n) => as(`x${n}${OPERATOR_TOKEN}`, n).get('/accounts'));
    expect(tally(arrivals)).toEqual({ 401: 10, sign_in: 290, ip: 100 });
    expect(await counted('sign_in:operator:203.0.113.3')).toBe(10);
    for (const n of [0, 1]) expect((await as(OPERATOR_TOKEN, n).get('/accounts')).status).toBe(200);
  });

  it('links that open are not counted, on whichever instance they are looked at', async () => {
    const partner = await both.stack.partner();
    const { data } = await both.stack
      .operator()
      .post<{ console_url: string }>(`/accounts/${partner.accountId}/owner-sessions`);
    const token = data.console_url.replace(/.*=/, '');
    const at = (n: number): HttpClient =>
      new HttpClient(`${both.stack.instance(n).url}/admin/v1`, '').with({ 'X-Forwarded-For': '203.0.113.4' });
    const arrivals = await flood((n) => at(n).post('/sign-in-links/look', { token }));
    expect(tally(arrivals)).toEqual({ 200: CALLS });
    // Redis undoes the counts after the answers.
    const left = async () => [await counted('sign_in:link:203.0.113.4'), await counted('ip:stranger:203.0.113.4')];
    while ((await left()).some((count) => count > 0)) await sleep(10);
    expect((await at(0).post('/sessions', { token })).status).toBe(201);
  });

  it('Redis keeps its counts until the newest call no longer counts, and deletes them then', async () => {
    const partner = await both.stack.partner();
    await elsewhere(partner.api(0)).get('/metrics');
    const link = JSON.stringify({ email: 'nobody@example.com' });
    const address = { 'X-Forwarded-For': '203.0.113.2' };
    await new HttpClient(`${both.stack.instance(0).url}/admin/v1`, '').with(address).post('/sign-in-links', link);
    const keys = await both.redis.keys('entrada:calls:*');
    const names = new Set(keys.map((key) => key.split(':')[2]));
    expect([...names].sort()).toEqual(['ip', 'key', 'metrics', 'session', 'sign_in', 'writes']);
    for (const key of keys) {
      // One transaction reads the values at one moment.
      const replies = await both.redis.multi().pttl(key).time().lindex(key, -1).exec();
      const [left, time, newest] = (replies ?? []).map(([, reply]) => reply) as [number, string[], string];
      const now = Number(time[0]) * 1000 + Number(time[1]) / 1000;
      const window = /:sign_in:\d/.test(key) ? HOUR_MS : MINUTE_MS;
      expect([key, Math.abs(left - (Number(newest) + window - now)) < 1_000]).toEqual([key, true]);
    }
  });

  it('and a caller that waits for Retry-After passes, also when it was refused in between', async () => {
    expect(refused.map(({ limit }) => limit)).toEqual(['ip', 'key', 'writes', 'metrics', 'session']);
    const later = refused.map(async ({ limit, call, answer, at, again }) => {
      const wait = Number(answer.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
      const end = at + wait * 1000;
      const meanwhile = [again];
      // Calls end well before the window does, so that none passes without the wait.
      while (performance.now() < end - 5_000) {
        meanwhile.push((await call(0)).status);
        await sleep(1_000);
      }
      await sleep(Math.max(0, end - performance.now()));
      return { limit, meanwhile: [...new Set(meanwhile)], passed: (await call(1)).status !== 429 };
    });
    expect(await Promise.all(later)).toEqual(refused.map(({ limit }) => ({ limit, meanwhile: [429], passed: true })));
  });
});
