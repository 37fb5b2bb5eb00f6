import { MINUTE_MS } from '../../src/contract/durations';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryStorage, type Count } from '../../src/common/rate-limit/memory-storage';
import { RedisStorage } from '../../src/common/rate-limit/redis-storage';
import type { WindowHit } from '../../src/common/rate-limit/sliding-window';
import { log } from '../../src/common/process/log';
import { freePort, until } from '../fault/support/processes';
import { RedisServer } from '../fault/support/redis';
import { Relay } from '../fault/support/relay';
import { PATIENCE_MS } from '../support/patience';

let server: RedisServer;
/** The storages of two instances. */
let storages: RedisStorage[];
beforeAll(async () => {
  server = await RedisServer.start();
  storages = [new RedisStorage(server.url), new RedisStorage(server.url)];
  await untilUp();
});
afterAll(async () => {
  for (const storage of storages) storage.close();
  await server.kill();
});

const untilUp = () => until('Redis up', PATIENCE_MS, () => Promise.resolve(storages.every(({ isUp }) => isUp)));
const storage = (turn: number): RedisStorage => storages[turn % 2] as RedisStorage;
const count = (key: string, limit: number, ttl = MINUTE_MS): Count => ({ key, limit, ttl });
/** Returns the answer to a call without its times. */
const told = (hits: readonly WindowHit[]) => hits.map(({ allowed, calls }) => [allowed, calls]);

/** Exact counts need every answer of Redis, however busy the machine is. */
const PATIENCE_BEFORE = RedisStorage.patienceMs;
afterEach(() => void (RedisStorage.patienceMs = PATIENCE_BEFORE));

it('answers calls in any order as the counts in process do', async () => {
  RedisStorage.patienceMs = 20_000;
  const memory = new MemoryStorage();
  for (let n = 0; n < 300; n++) {
    const counts = [count(`same a${n % 7}`, 20), count(`same b${n % 5}`, 30), count(`same c${n % 3}`, 40)];
    const asked = counts.slice(n % 3);
    expect(told(await storage(n).countAll(asked))).toEqual(told(await memory.countAll(asked)));
    const alone = [`same a${n % 7}`, MINUTE_MS, n % 2 ? 0 : 25] as const;
    const { totalHits, isBlocked } = await memory.increment(...alone);
    expect(await storage(n).increment(...alone)).toMatchObject({ totalHits, isBlocked });
  }
});

it('counts many calls at once exactly, and gives each its own answer', async () => {
  RedisStorage.patienceMs = 20_000;
  const calls = Array.from({ length: 1_000 }, (_, n) =>
    storage(n).countAll([count(`own ${n}`, 1), count('shared', 120), count('tight', 60)]),
  );
  const answers = (await Promise.all(calls)).map(told);
  const allowed = (limit: number): number[] =>
    answers.flatMap((hits) => (hits[limit]?.[0] ? [hits[limit][1] as number] : [])).sort((a, b) => a - b);
  const upTo = (limit: number): number[] => Array.from({ length: limit }, (_, n) => n + 1);
  expect(answers.every(([own]) => own?.[0] === true && own[1] === 1)).toBe(true);
  expect(allowed(1)).toEqual(upTo(120));
  expect(allowed(2)).toEqual(upTo(60));
  // The count that refuses a call is the last one asked.
  expect(answers.filter(({ length }) => length === 2)).toHaveLength(880);
});

it('counts by a limit that changes from call to call as the counts in process do, and names the wait until one is free', async () => {
  RedisStorage.patienceMs = 20_000;
  const memory = new MemoryStorage();
  const moments: number[] = [];
  for (const limit of [3, 3, 3, 3, 6, 6, 6, 6, 4, 2, 1, 7, 7]) {
    const [hit] = (await storage(0).countAll([count('changing', limit)])) as [WindowHit];
    expect(told([hit])).toEqual(told(await memory.countAll([count('changing', limit)])));
    if (hit.allowed) moments.push(hit.moment);
    else expect(hit.freeIn).toBe((moments[moments.length - limit] ?? 0) + MINUTE_MS - hit.moment);
    await sleep(5);
  }
});

it.each([1, 2, 3, 7, 8, 1_000, 9_999])(
  'forgets %i calls of a window at once, and none that still counts',
  async (old) => {
    RedisStorage.patienceMs = 20_000;
    const window = 60_000;
    const now = Date.now();
    const moments = [...Array<number>(old).fill(now - window - 5), ...Array<number>(5).fill(now)];
    for (let n = 0; n < moments.length; n += 1_000)
      await server.command('rpush', `entrada:calls:old ${old}`, ...moments.slice(n, n + 1_000).map(String));
    const [hit] = await storage(0).countAll([count(`old ${old}`, 10_000, window)]);
    expect([hit?.allowed, hit?.calls]).toEqual([true, 6]);
  },
);

it('forgets a call when its window is over, and not before', async () => {
  RedisStorage.patienceMs = 20_000;
  const window = 1_000;
  const call = async () => (await storage(0).countAll([count('short', 2, window)]))[0] as WindowHit;
  const first = await call();
  await sleep(window / 2);
  const second = await call();
  const refused = await call();
  expect([first, second, refused].map(({ allowed }) => allowed)).toEqual([true, true, false]);
  expect(refused.freeIn).toBe(first.moment + window - refused.moment);
  await sleep(refused.freeIn);
  const third = await call();
  expect([third.allowed, third.calls]).toEqual([true, 2]);
  expect(third.freeIn).toBe(second.moment + window - third.moment);
});

it('takes back the call that is named, and no other', async () => {
  RedisStorage.patienceMs = 20_000;
  const taken = count('taken', 3);
  const moments: number[] = [];
  for (let n = 0; n < 3; n++) {
    moments.push((await storage(0).countAll([taken]))[0]?.moment ?? 0);
    await sleep(5);
  }
  storage(0).takeBack('taken', moments[1] as number);
  storage(0).takeBack('taken', 1);
  storage(0).takeBack('nobody', moments[1] as number);
  const [hit] = await storage(0).countAll([taken]);
  expect([hit?.allowed, hit?.calls]).toEqual([true, 3]);
  expect(hit?.freeIn).toBe((moments[0] as number) + MINUTE_MS - (hit?.moment ?? 0));
  expect(told(await storage(0).countAll([taken]))).toEqual([[false, 3]]);
});

it('counts in process the calls that Redis does not answer before it dies, each at all its limits', async () => {
  const call = () => storage(0).countAll([count('dying', 100), count('dying too', 30)]);
  await call();
  server.freeze();
  const calls = Array.from({ length: 60 }, call);
  // Calls are on their way by now.
  await new Promise((resolve) => setImmediate(resolve));
  await server.kill();
  const answers = (await Promise.all(calls)).map(told);
  expect(answers.filter((hits) => hits[1]?.[0])).toHaveLength(30);
  expect(answers.at(-1)).toEqual([
    [true, 60],
    [false, 30],
  ]);
  await server.start();
  await untilUp();
  expect(told(await call())).toEqual([
    [true, 1],
    [true, 1],
  ]);
});

describe('a Redis that answers, and does not count', () => {
  it.each([
    ['has become a replica', ['replicaof', '127.0.0.1', '1'], ['replicaof', 'no', 'one'], 'READONLY'],
    ['has no memory left', ['config', 'set', 'maxmemory', '1'], ['config', 'set', 'maxmemory', '0'], 'OOM'],
  ])('as one that %s, is away until it counts again, and the log says so once', async (_, fault, repair, reason) => {
    const warn = jest.spyOn(log, 'warn');
    await server.command(...fault);
    try {
      expect(told(await storage(0).countAll([count(`refused ${reason}`, 5)]))).toEqual([[true, 1]]);
      const seen = new Set<boolean>();
      for (let n = 0; n < 30; n++) {
        await storage(0).countAll([count(`refused ${reason}`, 5)]);
        seen.add(storage(0).isUp);
        await sleep(100);
      }
      expect(seen).toEqual(new Set([false]));
    } finally {
      await server.command(...repair);
    }
    await untilUp();
    expect(warn.mock.calls.filter(([told]) => (told as object as { reason?: string }).reason === reason)).toHaveLength(
      1,
    );
    warn.mockRestore();
  });
});

it('a connection whose other end vanished without a word is made anew', async () => {
  const relay = new Relay(server.port);
  const far = new RedisStorage(`redis://127.0.0.1:${await relay.open()}`);
  const isUp = () => Promise.resolve(far.isUp);
  await until('Redis up', PATIENCE_MS, isUp);
  relay.silence();
  expect(told(await far.countAll([count('vanished', 5)]))).toEqual([[true, 1]]);
  expect(far.isUp).toBe(false);
  await until('Redis up again', PATIENCE_MS, isUp);
  expect(told(await far.countAll([count('vanished', 5)]))).toEqual([[true, 1]]);
  far.close();
  await relay.close();
});

it('a Redis that is away from the start is said once, with the reason', async () => {
  const warn = jest.spyOn(log, 'warn');
  const absent = new RedisStorage(`redis://127.0.0.1:${await freePort()}`);
  await until('the log', PATIENCE_MS, () => Promise.resolve(warn.mock.calls.length > 0));
  await sleep(1_500);
  expect(warn.mock.calls).toEqual([[{ reason: 'ECONNREFUSED' }, expect.stringContaining('Redis is away')]]);
  absent.close();
  warn.mockRestore();
});
