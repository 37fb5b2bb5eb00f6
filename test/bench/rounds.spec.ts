import type { Slot } from './bench';
import { joined, Rounds, Wobble } from './rounds';

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

const rounds = new Rounds(
  new Map([
    ['service', [slot(50), slot(30), slot(70)]],
    ['steady', [slot(100), slot(75), slot(105)]],
    ['shaky', [slot(100), slot(60), slot(100)]],
  ]),
);

it('speed is compared round by round', () => {
  expect(rounds.speed('service', 'steady')).toEqual({ median: 0.5, min: 0.4, max: 70 / 105 });
});

it('CPU is that of Node, PostgreSQL and Redis together', () => {
  const costs = new Rounds(
    new Map([
      ['service', [slot(1, { nodeCpu: 250, databaseCpu: 100, redisCpu: 50 })]],
      ['bare', [slot(1, { nodeCpu: 100, databaseCpu: 100 })]],
    ]),
  );
  expect(costs.cpu('service', 'bare').median).toBe(2);
});

it('a yardstick that varies by more than a factor of 1.4 is refused', () => {
  expect(() => rounds.check('steady')).not.toThrow();
  expect(() => rounds.check('shaky')).toThrow(Wobble);
});

it('pieces are joined by their requests', () => {
  const whole = joined([
    slot(100, { requests: 300, nodeCpu: 10, p50: 1 }),
    slot(50, { requests: 50, nodeCpu: 80, p50: 5 }),
    slot(50, { requests: 50, nodeCpu: 80, p50: 9 }),
  ]);
  // Three seconds, one and one.
  expect(whole).toMatchObject({ requests: 400, rate: 80, p50: 5, nodeCpu: 27.5 });
});
