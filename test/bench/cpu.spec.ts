import { cpuOf, parseBusy, parseStat } from './cpu';

it('reads the times of a process whose name has blanks and brackets', () => {
  const line =
    '4711 (postgres: a) b) S 17 4711 4711 0 -1 4194560 100 200 0 0 31 12 5 7 20 0 1 0 999 1000000 100 184467 1 1 0 0 0';
  expect(parseStat(line)).toEqual({ parent: 17, own: 43, ended: 12 });
});

it('the time of this process grows with its work', () => {
  const before = cpuOf(process.pid);
  const end = process.cpuUsage().user + 200_000;
  while (process.cpuUsage().user < end) Math.sqrt(Math.random());
  expect(cpuOf(process.pid) - before).toBeGreaterThanOrEqual(150_000);
});

it('a process that is gone has no time', () => {
  expect(cpuOf(2 ** 30)).toBe(0);
});

it('counts what all processors did, without idleness and waiting', () => {
  expect(parseBusy('cpu  100 20 30 9000 800 4 5 6 50 7\ncpu0 1 1 1 1 1 1 1 1 1 1\n')).toBe(165 * 10_000);
});
