import { until } from '../fault/support/processes';
import { type Answer, HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { tally } from '../support/race';
import { twoInstances } from './support/two-instances';

/** Every call comes from an address that its header names. */
const LIMITS = {
  TRUST_PROXY: '1',
  LIMIT_IP_PER_MINUTE: '10',
  LIMIT_KEY_PER_MINUTE: '20',
  LIMIT_KEY_WRITES_PER_MINUTE: '6',
  LIMIT_KEY_METRICS_PER_MINUTE: '3',
};

const both = twoInstances(LIMITS);
afterEach(() => {
  // Otherwise each instance may have counted for itself, and the figures mean nothing.
  for (const { log } of both.stack.instances) expect(log).not.toContain('Redis is away');
});

let addresses = 0;
const newAddress = (): string => `198.51.100.${++addresses}`;
const from = (client: HttpClient, address: string): HttpClient => client.with({ 'X-Forwarded-For': address });
const elsewhere = (client: HttpClient): HttpClient => from(client, newAddress());

const counted = (limit: string): Promise<number> => both.redis.llen(`entrada:calls:${limit}`);

/** What a call was answered: its code, or its status, and the limits that were checked. */
function toldBy(answer: Answer<never>): string {
  const { status } = answer;
  const limits = (answer.headers.get('ratelimit-policy') ?? '').replace(/;q=\d+;w=60/g, '').replaceAll('"', '');
  if (status < 400) return `${status} after ${limits}`;
  return `${answer.error.details?.limit ?? answer.error.code} after ${limits}`;
}

/** A partner whose key both instances know, by one call at each. */
async function knownPartner() {
  const partner = await both.stack.partner();
  const api = (turn: number): HttpClient => partner.api(turn);
  for (const turn of [0, 1]) expect((await elsewhere(api(turn)).get('/pipelines')).status).toBe(200);
  const [key] = await both.stack.sql<{ id: string }>('select id from api_keys where account_id = $1', [
    partner.accountId,
  ]);
  return { api, accountId: partner.accountId, keyId: key?.id ?? '' };
}

/** How many scripts Redis runs for this work. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const scripts = async (): Promise<number> => {
    const found = (await both.redis.info('commandstats')).matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm);
    return [...found].reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
  const before = await scripts();
  await work();
  return (await scripts()) - before;
}

describe('trips to Redis', () => {
  it('one for each call of a key that the instance knows', async () => {
    const { api } = await knownPartner();
    const calls: ((client: HttpClient) => Promise<Answer<unknown>>)[] = [
      (client) => client.get('/pipelines'),
      (client) => client.post('/leads', {}),
      (client) => client.post('/leads/lookup', {}),
      (client) => client.get('/metrics'),
    ];
    for (const call of calls) expect(await tripsOf(() => call(elsewhere(api(0))))).toBe(1);
  });

  it('one for each limit, when the instance has not seen the key', async () => {
    const partner = await both.stack.partner();
    expect(await tripsOf(() => elsewhere(partner.api(0)).post('/leads', {}))).toBe(3);
    expect(await tripsOf(() => elsewhere(partner.api(1)).get('/pipelines'))).toBe(2);
    const stranger = new HttpClient(`${both.stack.instance(0).url}/api/v1`, 'x');
    expect(await tripsOf(() => elsewhere(stranger).get('/pipelines'))).toBe(1);
  });
});

it('a flood of one address with a key that both instances know: PostgreSQL looks up no call that the address may not make', async () => {
  const { api, keyId } = await knownPartner();
  const address = newAddress();
  await both.stack.sql(`alter system set log_statement = 'all'`);
  await both.stack.sql('select pg_reload_conf()');
  const lookUps = (): number => both.stack.cluster.log.match(/execute find_caller/g)?.length ?? 0;
  await until('statements in the log', PATIENCE_MS, async () => {
    await elsewhere(api(0)).get('/pipelines');
    return lookUps() > 0;
  });
  const [before, ofKey] = [lookUps(), await counted(`key:${keyId}`)];
  const calls = Array.from({ length: 60 }, async (_, n) => toldBy(await from(api(n), address).get('/pipelines')));
  expect(tally(await Promise.all(calls))).toEqual({ '200 after ip, key': 10, 'ip after ip': 50 });
  expect(lookUps() - before).toBe(10);
  expect(await counted(`key:${keyId}`)).toBe(ofKey + 10);
});

it('calls at once over both instances, which know the key: each limit lets exactly its figure pass', async () => {
  const { api, keyId } = await knownPartner();
  const calls = Array.from({ length: 60 }, async (_, n) => toldBy(await elsewhere(api(n)).post('/leads', {})));
  expect(tally(await Promise.all(calls))).toEqual({
    'validation_error after ip, key, writes': 6,
    'writes after ip, key, writes': 12,
    'key after ip, key': 42,
  });
  expect([await counted(`key:${keyId}`), await counted(`writes:${keyId}`)]).toEqual([20, 6]);
});

describe('a call that is refused counts for the limits before the refusal only, also if they were asked together', () => {
  it('by the address, the key, the writes', async () => {
    const { api, keyId } = await knownPartner();
    const address = newAddress();
    const expectCounted = async (...figures: readonly number[]): Promise<void> => {
      const limits = [`ip:${address}`, `key:${keyId}`, `writes:${keyId}`];
      expect(await Promise.all(limits.map(counted))).toEqual(figures);
    };
    for (let n = 0; n < 6; n++) await elsewhere(api(n)).post('/leads', {});
    await expectCounted(0, 8, 6);
    expect(toldBy(await from(api(0), address).post('/leads', {}))).toBe('writes after ip, key, writes');
    await expectCounted(1, 9, 6);
    for (let n = 0; n < 11; n++) await elsewhere(api(n)).get('/pipelines');
    expect(toldBy(await from(api(1), address).post('/leads', {}))).toBe('key after ip, key');
    await expectCounted(2, 20, 6);
    const stranger = new HttpClient(`${both.stack.instance(0).url}/api/v1`, 'x');
    for (let n = 0; n < 8; n++) await from(stranger, address).get('/pipelines');
    expect(toldBy(await from(api(0), address).post('/leads', {}))).toBe('ip after ip');
    await expectCounted(10, 20, 6);
  });

  it('by the account, which may no longer write since the last call', async () => {
    const { api, keyId, accountId } = await knownPartner();
    const setLicence = async (isActive: boolean): Promise<void> => {
      const { status } = await both.stack.operator().patch(`/accounts/${accountId}`, { licence_active: isActive });
      expect(status).toBe(200);
    };
    await setLicence(false);
    expect(toldBy(await elsewhere(api(0)).post('/leads', {}))).toBe('plan_inactive after ip, key');
    await until('the write that was taken back', PATIENCE_MS, async () => (await counted(`writes:${keyId}`)) === 0);
    expect(await counted(`key:${keyId}`)).toBe(3);
    expect(toldBy(await elsewhere(api(0)).post('/leads', {}))).toBe('plan_inactive after ip, key');
    await setLicence(true);
    expect(toldBy(await elsewhere(api(0)).post('/leads', {}))).toBe('validation_error after ip, key, writes');
    expect([await counted(`key:${keyId}`), await counted(`writes:${keyId}`)]).toEqual([5, 1]);
  });

  it('by a look-up of the key that fails', async () => {
    const { api, keyId } = await knownPartner();
    const address = newAddress();
    await both.stack.sql('alter table api_keys rename to lost_keys');
    expect(toldBy(await from(api(0), address).post('/leads', {}))).toBe('internal_error after ip');
    await both.stack.sql('alter table lost_keys rename to api_keys');
    await until('the call that was taken back', PATIENCE_MS, async () => (await counted(`key:${keyId}`)) === 2);
    expect([await counted(`ip:${address}`), await counted(`writes:${keyId}`)]).toEqual([1, 0]);
  });
});
