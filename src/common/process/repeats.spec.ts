import { MINUTE_MS } from '../../contract/durations';
import { Repeats } from './repeats';

it('knows a lasting failure again as long as it goes on, and forgets it after a minute without it', () => {
  const repeats = new Repeats();
  expect(repeats.has('request failed', '42P01', 0)).toBe(false);
  for (let at = 1_000; at <= 10 * MINUTE_MS; at += 1_000) expect(repeats.has('request failed', '42P01', at)).toBe(true);
  expect(repeats.has('request failed', '42P01', 11 * MINUTE_MS)).toBe(false);
});

it('tells failures apart by what failed and why', () => {
  const repeats = new Repeats();
  expect(repeats.has('request failed', '42P01', 0)).toBe(false);
  expect(repeats.has('request failed', 'ECONNREFUSED', 0)).toBe(false);
  expect(repeats.has('the outbox could not be read', '42P01', 0)).toBe(false);
});

it.each([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET', 'EPIPE'],
  ...['no_connection', '42P01', '42703', '42883', '42704', '42P10', '42501', '28P01', '28000', '3D000', '53300'],
  ...['57P01', '57P02', '57P03', 'refused_message'],
])('tells %s once a minute', (reason) => {
  const repeats = new Repeats();
  const reported = [0, MINUTE_MS - 1, 2 * MINUTE_MS - 1].map((at) => !repeats.has('request failed', reason, at));
  expect(reported).toEqual([true, false, true]);
});

it('counts by the clock', () => {
  const repeats = new Repeats();
  repeats.has('request failed', '42P01', Date.now() - 2 * MINUTE_MS);
  expect(repeats.has('request failed', '42P01')).toBe(false);
  expect(repeats.has('request failed', '42P01')).toBe(true);
});

it.each([['23505'], [''], [null], [42_703], [undefined], ['ERR_ASSERTION']])(
  'never drops a failure of one request alone (%s)',
  (reason) => {
    const repeats = new Repeats();
    expect([repeats.has('request failed', reason, 0), repeats.has('request failed', reason, 1)]).toEqual([
      false,
      false,
    ]);
  },
);
