import { compare, windowsOf } from './compare';
import type { Minute, Work } from './minute';

const idle: Work = { waiting: 0, oldest: 0 };
const table = { rows: 10_000, bytes: 20_000_000 };

const minute = (more: Partial<Minute> = {}): Minute => ({
  requests: 100,
  failures: {},
  times: { POST: { p50: 5, p99: 20 } },
  unanswered: 1,
  resident: 100e6,
  heap: 50e6,
  tables: { leads: table },
  wal: 500_000,
  images: 100_000,
  nodeCpu: 1,
  databaseCpu: 1,
  others: 0,
  work: { automations: idle, imports: idle, mails: idle, 'sign-ins': idle },
  ...more,
});

const hour = (last: Partial<Minute>): Minute[] => Array.from({ length: 60 }, (_, n) => minute(n < 50 ? {} : last));

const found = (minutes: Minute[], what: string) => compare(minutes).find((one) => one.what === what);

it.each([
  [60, [8, 9, 10, 11, 12], 51, 60],
  [12, [2], 11, 12],
  [3, [1], 3, 3],
  [1, [1], 1, 1],
])('of %d minutes compares %j with %d to %d', (count, begin, first, last) => {
  const minutes = Array.from({ length: count }, (_, n) => minute({ requests: n + 1 }));
  const windows = windowsOf(minutes);
  expect(windows.begin.map(({ requests }) => requests)).toEqual(begin);
  expect([windows.end[0]?.requests, windows.end.at(-1)?.requests]).toEqual([first, last]);
});

it('finds nothing in an hour that stays the same', () => {
  expect(compare(hour({})).filter(({ isMet }) => !isMet)).toEqual([]);
  expect(compare(hour({})).filter(({ ratio }) => ratio === 1).length).toBeGreaterThan(8);
});

it.each<[string, Partial<Minute>, boolean]>([
  ['resident memory, MB', { resident: 110e6 }, true],
  ['resident memory, MB', { resident: 111e6 }, false],
  ['heap, MB', { heap: 56e6 }, false],
  ['p50 of POST, ms', { times: { POST: { p50: 5.6, p99: 20 } } }, false],
  ['p99 of POST, ms', { times: { POST: { p50: 5, p99: 22 } } }, true],
  ['leads, bytes per live row', { tables: { leads: { ...table, bytes: 23_000_000 } } }, false],
  // Twice the rows in twice the bytes are no bloat.
  ['leads, bytes per live row', { tables: { leads: { ...table, rows: 20_000, bytes: 40_000_000 } } }, true],
  // Bytes per request are equal, with more images of whole pages.
  ['WAL without whole pages, bytes per request', { requests: 200, wal: 1_400_000, images: 600_000 }, true],
  ['WAL without whole pages, bytes per request', { wal: 550_000 }, false],
])('%s of %j: met is %s', (what, last, isMet) => {
  expect(found(hour(last), what)?.isMet).toBe(isMet);
});

it.each([
  [2, 300, true],
  [2, 340, false],
  [320, 340, true],
])('rules that wait %d s and then %d s: met is %s, for the service looks every 300 s', (before, after, isMet) => {
  const late = (oldest: number) => ({ work: { ...minute().work, automations: { waiting: 1, oldest } } });
  const minutes = Array.from({ length: 60 }, (_, n) => minute(late(n < 50 ? before : after)));
  expect(found(minutes, 'automations, the oldest that waits, s')?.isMet).toBe(isMet);
});

it('compares a small table by its size, above a floor', () => {
  const small = (bytes: number) => ({ tables: { sessions: { ...table, rows: 100, bytes } } });
  const minutes = (last: number) => Array.from({ length: 60 }, (_, n) => minute(small(n < 50 ? 100_000 : last)));
  expect(found(minutes(1_000_000), 'sessions, bytes (few rows)')).toBeUndefined();
  expect(found(minutes(2_000_000), 'sessions, bytes (few rows)')?.isMet).toBe(false);
});
