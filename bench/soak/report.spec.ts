import { faultsOf, reportOf, type Run } from './report';

const good: Run = {
  machine: ['Machine: two'],
  most: 600,
  rate: 300,
  minutes: [
    {
      requests: 18_000,
      failures: {},
      times: { POST: { p50: 4.25, p99: 21 } },
      unanswered: 7,
      resident: 200e6,
      heap: 60e6,
      tables: { leads: { rows: 1_000, bytes: 5e6 } },
      wal: 36e6,
      images: 9e6,
      nodeCpu: 18e6,
      databaseCpu: 9e6,
      others: 0.02,
      work: {
        automations: { waiting: 30, oldest: 200 },
        imports: { waiting: 0, oldest: 0 },
        mails: { waiting: 0, oldest: 0 },
        'sign-ins': { waiting: 0, oldest: 0 },
      },
    },
  ],
  compared: [{ what: 'heap, MB', begin: 60, end: 63, floor: 1, ratio: 1.05, isMet: true }],
  checks: [{ what: 'lost', looked: 9_000, wrong: 0 }],
  failures: {},
  left: { imports: 0 },
};

it('finds nothing wrong in a good run, and shows its minutes', () => {
  expect(faultsOf(good)).toEqual([]);
  const report = reportOf(good);
  expect(report).toContain('- Nothing was wrong');
  expect(report).toContain('| heap, MB | 60 | 63 |  | 1.05 | yes |');
  expect(report).toContain('| lost | 9,000 | 0 |');
  expect(report).toContain(
    '| 1 | 18,000 | 4.25 / 21 | – | – | – | 200 | 60 | 2 | 0.50 | 1,000 | 500 | 2 | 5 | 30 | 0 | 0 | 0 |',
  );
});

it.each<[Partial<Run>, string]>([
  [
    { compared: [{ what: 'heap, MB', begin: 60, end: 72, floor: 1, ratio: 1.2, isMet: false }] },
    'heap, MB: 1.20 times',
  ],
  [{ checks: [{ what: 'lost', looked: 9, wrong: 2 }] }, 'lost: 2'],
  [{ failures: { 'get: 500': 3 } }, 'answer to get: 500: 3'],
  [{ left: { imports: 1 } }, 'imports still due: 1'],
])('names what is wrong: %j', (bad, named) => {
  const run = { ...good, ...bad };
  expect(faultsOf(run)).toEqual([named]);
  expect(reportOf(run)).toContain(`**Wrong: ${named}**`);
});
