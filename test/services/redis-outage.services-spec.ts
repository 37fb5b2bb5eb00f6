import { Caller } from '../fault/support/caller';
import { until } from '../fault/support/processes';
import { type Partner, Stack } from '../fault/support/stack';
import { PATIENCE_MS } from '../support/patience';
import { forAllTests } from '../support/setup';

const METRICS_LIMIT = 20;
const ROUNDS = 15;

const stack = forAllTests(() => Stack.start({ env: { LIMIT_KEY_METRICS_PER_MINUTE: String(METRICS_LIMIT) } }));

const untilRedisIs = (state: string) =>
  until(`Redis ${state} for both`, PATIENCE_MS, async () =>
    (await Promise.all(stack.instances.map((one) => one.ready()))).every(({ data }) => data.redis === state),
  );

/** Sends 60 calls of GET /metrics at once to each instance. Returns how many pass there; all others must be 429. */
async function flood(partner: Partner): Promise<number[]> {
  return Promise.all(
    stack.instances.map(async (_, index) => {
      const calls = Array.from({ length: 60 }, async () => (await partner.api(index).get('/metrics')).status);
      const statuses = await Promise.all(calls);
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      return statuses.filter((status) => status === 200).length;
    }),
  );
}
/** Counts the calls that pass at both instances, in a round in which Redis was never late for them. */
async function passedTogether(): Promise<number> {
  for (;;) {
    const before = timesAway();
    const passed = sum(await flood(await stack.partner()));
    if (timesAway() === before) return passed;
    await untilRedisIs('up');
  }
}
const sum = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);
/** Load makes a call longer, never shorter: the faster ones of many show what it takes. */
const lowerQuartile = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 4)] ?? NaN;
const timesAway = (): number =>
  stack.instances.reduce((times, { log }) => times + log.split('Redis is away').length, 0);

it('a frozen Redis costs the first call 50 ms and the next ones nothing, and fails none', async () => {
  const { key } = await stack.partner();
  const caller = new Caller(stack.instance(0).url, key);
  const timed = async (): Promise<number> => {
    const begin = performance.now();
    const { status } = await caller.send('GET', '/api/v1/pipelines');
    expect(status).toBe(200);
    return performance.now() - begin;
  };
  const [before, first, next]: [number[], number[], number[]] = [[], [], []];
  while (first.length < ROUNDS) {
    const away = timesAway();
    for (let n = 0; n < 5; n++) before.push(await timed());
    if (timesAway() > away) {
      // Redis was late on a busy machine.
      await untilRedisIs('up');
      continue;
    }
    stack.redis.freeze();
    first.push(await timed());
    for (let n = 0; n < 5; n++) next.push(await timed());
    stack.redis.thaw();
    await untilRedisIs('up');
  }
  caller.close();
  expect(Math.min(...first)).toBeGreaterThan(40);
  expect(lowerQuartile(first) - lowerQuartile(before)).toBeLessThanOrEqual(60);
  expect(lowerQuartile(next) - lowerQuartile(before)).toBeLessThan(10);
});

it('a limit holds over both instances, for each while Redis is frozen, and over both when it answers again', async () => {
  expect(await passedTogether()).toBe(METRICS_LIMIT);
  const partner = await stack.partner();
  stack.redis.freeze();
  expect(await flood(partner)).toEqual([METRICS_LIMIT, METRICS_LIMIT]);
  await untilRedisIs('down');
  stack.redis.thaw();
  await untilRedisIs('up');
  expect(await passedTogether()).toBe(METRICS_LIMIT);
});

it('a killed Redis fails no call; the limits hold for each instance, and over both when it is back', async () => {
  const partner = await stack.partner();
  await stack.redis.kill();
  expect(await flood(partner)).toEqual([METRICS_LIMIT, METRICS_LIMIT]);
  await untilRedisIs('down');
  await stack.redis.start();
  await untilRedisIs('up');
  expect(await passedTogether()).toBe(METRICS_LIMIT);
});
