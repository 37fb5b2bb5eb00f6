import { Repeats } from './repeats';

const MINUTE = 60_000;

it('knows a lasting failure again as long as it goes on, and forgets it after a minute without it', () => {
  const repeats = new Repeats();
  expect(repeats.has('request failed', '42P01', 0)).toBe(false);
  for (let at = 1_000; at <= 10 * MINUTE; at += 1_000) expect(repeats.has('request failed', '42P01', at)).toBe(true);
  expect(repeats.has('request failed', '42P01', 11 * MINUTE)).toBe(false);
});

it('tells failures apart by what failed and why', () => {
  const repeats = new Repeats();
  expect(repeats.has('request failed', '42P01', 0)).toBe(false);
  expect(repeats.has('request failed', 'ECONNREFUSED', 0)).toBe(false);
  expect(repeats.has('the outbox could not be read', '42P01', 0)).toBe(false);
});

it.each([['23505'], [undefined], ['ERR_ASSERTION']])('never drops a failure of one request alone (%s)', (reason) => {
  const repeats = new Repeats();
  expect([repeats.has('request failed', reason, 0), repeats.has('request failed', reason, 1)]).toEqual([false, false]);
});
