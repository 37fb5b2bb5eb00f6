import { cpuOf, parseStat } from './cpu';

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
