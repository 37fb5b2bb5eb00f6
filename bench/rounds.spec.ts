import type { Slot } from './bench';
import { check, joined, measureOf, type Rounds, Wobble } from './rounds';

const slot = (rate: number, changes: Partial<Slot> = {}): Slot => ({
  requests: rate,
  rate,
  p50: 1,
  p99: 2,
  nodeCpu: 100,
  databaseCpu: 100,
  redisCpu: 0,
  wal: 0,
  ...changes,
});

const rounds: Rounds = {
  service: [slot(50, { nodeCpu: 250, redisCpu: 50 }), slot(30), slot(70)],
  steady: [slot(100), slot(75), slot(105)],
  shaky: [slot(100), slot(60), slot(100)],
};
const ratio = { goal: 'getBare', above: 'service', below: 'steady' } as const;

it('compares speeds round by round', () => {
  expect(measureOf(rounds, ratio).value).toEqual({ median: 0.5, min: 0.4, max: 70 / 105 });
});

it('compares CPU of Node, PostgreSQL and Redis together', () => {
  expect(measureOf(rounds, { ...ratio, by: 'cpu' }).value).toEqual({ median: 1, min: 1, max: 2 });
});

it('refuses a yardstick that varies by more than a factor of 1.4', () => {
  expect(() => check(rounds, 'steady')).not.toThrow();
  expect(() => check(rounds, 'shaky')).toThrow(Wobble);
});

it('pieces are joined by their requests', () => {
  const whole = joined([
    slot(100, { requests: 300, nodeCpu: 10, p50: 1 }),
    slot(50, { requests: 50, nodeCpu: 80, p50: 5 }),
    slot(50, { requests: 50, nodeCpu: 80, p50: 9 }),
  ]);
  // Pieces last three seconds, one and one.
  expect(whole).toMatchObject({ requests: 400, rate: 80, p50: 5, nodeCpu: 27.5 });
});
