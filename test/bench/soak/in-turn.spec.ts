import { compareTimes, type Seen, takeTurns } from './in-turn';

const traffic = (factor: number, slow = 1): Seen => {
  const time = { p50: 2 * factor, p99: 20 * factor };
  const times = { POST: time, GET: time, list: time, owner: { ...time, p99: time.p99 * slow } };
  return { requests: 100, failures: {}, unanswered: 1, times, nodeCpu: 100 * factor, databaseCpu: 90 * factor * slow };
};

it('lets both work as often, each of them first now and then', async () => {
  const order: string[] = [];
  const turn = (side: string) => () => {
    order.push(side);
    return Promise.resolve(traffic(1));
  };
  let drawn = 0;
  const random = (): number => [0.1, 0.9, 0.9, 0.1][drawn++ % 4] ?? 0;
  const seen = await takeTurns({ after: turn('after'), before: turn('before') }, random);
  expect(order.slice(0, 4)).toEqual(['after', 'before', 'before', 'after']);
  expect([seen.after.length, seen.before.length]).toEqual([40, 40]);
});

it('compares the sides of one round with each other, so that a slow machine is not held against either', () => {
  const machine = [1, 3, 2];
  const same = compareTimes({
    after: machine.map((slow) => traffic(slow * 1.05)),
    before: machine.map((slow) => traffic(slow)),
  });
  expect(same.filter(({ isMet }) => isMet === false)).toEqual([]);
  for (const { ratio } of same) expect(ratio.median).toBeCloseTo(1.05);
});

it('says what has grown; the times are only shown', () => {
  const grown = compareTimes({ after: [traffic(1, 1.2)], before: [traffic(1)] });
  expect(grown.filter(({ isMet }) => isMet === false).map(({ what }) => what)).toEqual([
    'CPU of PostgreSQL per request',
  ]);
  expect(grown).toContainEqual({ what: 'p99 of owner', ratio: { median: 1.2, min: 1.2, max: 1.2 }, isMet: undefined });
});
