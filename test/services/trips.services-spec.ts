import { newSecret, secretHash } from '../../src/auth/keys/api-key';
import { until } from '../fault/support/processes';
import { type Answer, HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { tally } from '../support/race';
import { twoInstances } from './support/two-instances';

/** Each call names its address in a header. */
const LIMITS = {
  TRUST_PROXY: '1',
  LIMIT_IP_PER_MINUTE: '10',
  LIMIT_KEY_PER_MINUTE: '20',
  LIMIT_KEY_WRITES_PER_MINUTE: '6',
  LIMIT_KEY_METRICS_PER_MINUTE: '3',
};

const both = twoInstances(LIMITS);
afterEach(() => {
  expect(both.wasRedisAway()).toBe(false);
});

let addresses = 0;
const newAddress = (): string => `198.51.100.${++addresses}`;
const from = (client: HttpClient, address: string): HttpClient => client.with({ 'X-Forwarded-For': address });
const elsewhere = (client: HttpClient): HttpClient => from(client, newAddress());

const counted = (limit: string): Promise<number> => both.redis.llen(`entrada:calls:${limit}`);

/** Returns the status of an answer, or its limit or error code, and the limits that were checked. */
function toldBy(answer: Answer<never>): string {
  const { status } = answer;
  const limits = (answer.headers.get('ratelimit-policy') ?? '').replace(/;q=\d+;w=60/g, '').replaceAll('"', '');
  if (status < 400) return `${status} after ${limits}`;
  return `${answer.error.details?.limit ?? answer.error.code} after ${limits}`;
}

/** Makes a partner and the names of its counts. */
async function newPartner() {
  const partner = await both.stack.partner();
  const [key] = await both.stack.sql<{ id: string }>('select id from api_keys where account_id = $1', [
    partner.accountId,
  ]);
  return {
    api: (turn: number): HttpClient => partner.api(turn),
    accountId: partner.accountId,
    ofKey: `key:${secretHash(partner.key).toString('base64url')}`,
    ofWrites: `writes:${key?.id}`,
  };
}

/** Makes a client for the partner's routes with this key, at the first instance. */
const withKey = (key: string): HttpClient => new HttpClient(`${both.stack.instance(0).url}/api/v1`, key);

/** Counts the scripts that Redis runs for this work. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const scripts = async (): Promise<number> => {
    const found = (await both.redis.info('commandstats')).matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm);
    return [...found].reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
  const before = await scripts();
  await work();
  return (await scripts()) - before;
}

type Call = (client: HttpClient) => Promise<Answer<never>>;

describe('trips to Redis', () => {
  it.each<[what: string, trips: number, call: Call]>([
    ['a read', 1, (client) => client.get('/pipelines')],
    ['a look-up', 1, (client) => client.post('/leads/lookup', {})],
    ['a write', 2, (client) => client.post('/leads', {})],
    ['metrics', 2, (client) => client.get('/metrics')],
  ])('of %s: %i, from the first call of a key on', async (_, trips, call) => {
    const { api } = await newPartner();
    for (const turn of [0, 0, 1]) expect(await tripsOf(() => call(elsewhere(api(turn))))).toBe(trips);
  });

  it('one of a call without a good key', async () => {
    for (const key of ['x', newSecret('ent_live_')]) {
      expect(await tripsOf(() => elsewhere(withKey(key)).post('/leads', {}))).toBe(1);
    }
  });
});

it('a key that is not good is answered 401, also beyond the figure of its limit', async () => {
  const stranger = withKey(newSecret('ent_live_'));
  const calls = Array.from({ length: 25 }, async () => toldBy(await elsewhere(stranger).get('/pipelines')));
  expect(tally(await Promise.all(calls))).toEqual({ 'invalid_api_key after ip': 25 });
});

it('a flood of one address with a good key: PostgreSQL looks up no call that the address may not make', async () => {
  const { api, ofKey } = await newPartner();
  const address = newAddress();
  await both.stack.sql(`alter system set log_statement = 'all'`);
  await both.stack.sql('select pg_reload_conf()');
  const lookUps = (): number => both.stack.cluster.log.match(/execute find_caller/g)?.length ?? 0;
  await until('statements in the log', PATIENCE_MS, async () => {
    await elsewhere(api(0)).get('/pipelines');
    return lookUps() > 0;
  });
  const [before, countedBefore] = [lookUps(), await counted(ofKey)];
  const calls = Array.from({ length: 60 }, async (_, n) => toldBy(await from(api(n), address).get('/pipelines')));
  expect(tally(await Promise.all(calls))).toEqual({ '200 after ip, key': 10, 'ip after ip': 50 });
  expect(lookUps() - before).toBe(10);
  expect(await counted(ofKey)).toBe(countedBefore + 10);
});

it('calls at once over both instances: each limit lets exactly its figure pass', async () => {
  const { api, ofKey, ofWrites } = await newPartner();
  const calls = Array.from({ length: 60 }, async (_, n) => toldBy(await elsewhere(api(n)).post('/leads', {})));
  expect(tally(await Promise.all(calls))).toEqual({
    'validation_error after ip, key, writes': 6,
    'writes after ip, key, writes': 14,
    'key after ip, key': 40,
  });
  expect([await counted(ofKey), await counted(ofWrites)]).toEqual([20, 6]);
});

describe('a call that is refused counts for the limits before the refusal only', () => {
  it('by the address, the key, the writes', async () => {
    const { api, ofKey, ofWrites } = await newPartner();
    const address = newAddress();
    const expectCounted = async (...figures: readonly number[]): Promise<void> => {
      const limits = [`ip:${address}`, ofKey, ofWrites];
      expect(await Promise.all(limits.map(counted))).toEqual(figures);
    };
    for (let n = 0; n < 6; n++) await elsewhere(api(n)).post('/leads', {});
    await expectCounted(0, 6, 6);
    expect(toldBy(await from(api(0), address).post('/leads', {}))).toBe('writes after ip, key, writes');
    await expectCounted(1, 7, 6);
    for (let n = 0; n < 13; n++) await elsewhere(api(n)).get('/pipelines');
    expect(toldBy(await from(api(1), address).post('/leads', {}))).toBe('key after ip, key');
    await expectCounted(2, 20, 6);
    for (let n = 0; n < 8; n++) await from(withKey('x'), address).get('/pipelines');
    expect(toldBy(await from(api(0), address).post('/leads', {}))).toBe('ip after ip');
    await expectCounted(10, 20, 6);
  });

  it('by the account, which may not write', async () => {
    const { api, ofKey, ofWrites, accountId } = await newPartner();
    const setLicence = async (isActive: boolean): Promise<void> => {
      const { status } = await both.stack.operator().patch(`/accounts/${accountId}`, { licence_active: isActive });
      expect(status).toBe(200);
    };
    await setLicence(false);
    expect(toldBy(await elsewhere(api(0)).post('/leads', {}))).toBe('plan_inactive after ip, key');
    expect([await counted(ofKey), await counted(ofWrites)]).toEqual([1, 0]);
    expect(toldBy(await elsewhere(api(0)).post('/leads', {}))).toBe('plan_inactive after ip, key');
    await setLicence(true);
    expect(toldBy(await elsewhere(api(0)).post('/leads', {}))).toBe('validation_error after ip, key, writes');
    expect([await counted(ofKey), await counted(ofWrites)]).toEqual([3, 1]);
  });
});

it('a call whose key cannot be looked up counts for its address and its key, and not for the writes', async () => {
  const { api, ofKey, ofWrites } = await newPartner();
  const address = newAddress();
  await both.stack.sql('alter table api_keys rename to lost_keys');
  expect(toldBy(await from(api(0), address).post('/leads', {}))).toBe('internal_error after ip');
  await both.stack.sql('alter table lost_keys rename to api_keys');
  expect(await Promise.all([`ip:${address}`, ofKey, ofWrites].map(counted))).toEqual([1, 1, 0]);
});
