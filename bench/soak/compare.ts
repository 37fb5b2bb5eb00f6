import { median } from '../statistics';
import { type Job, JOBS, type Minute } from './minute';

/** Largest ratio of the end to the beginning. */
const MOST = 1.1;

/** Returns the compared minutes: 8 to 12, and the last ten. A shorter run takes the same parts. */
export function windowsOf(minutes: readonly Minute[]): Readonly<Record<'begin' | 'end', readonly Minute[]>> {
  const count = minutes.length;
  const at = (minute: number): number => Math.floor((count * minute) / 60);
  const begin = minutes.slice(at(7), Math.max(at(12), at(7) + 1));
  return { begin, end: minutes.slice(Math.min(at(50), count - 1)) };
}

/** One comparison. Values are undefined where the minutes have none. */
export interface Compared {
  readonly what: string;
  readonly begin: number | undefined;
  readonly end: number | undefined;
  /** Lower values count as this one: the difference is not worth a failure. */
  readonly floor: number;
  readonly ratio: number | undefined;
  readonly isMet: boolean;
}

interface Measure {
  readonly what: string;
  readonly floor: number;
  readonly of: (minutes: readonly Minute[]) => number | undefined;
}

/** Returns the median over the minutes that have the value. */
const middle =
  (of: (minute: Minute) => number | undefined) =>
  (minutes: readonly Minute[]): number | undefined => {
    const values = minutes.map(of).filter((value) => value !== undefined);
    return values.length > 0 ? median(values) : undefined;
  };

const total = (minutes: readonly Minute[], of: (minute: Minute) => number): number =>
  minutes.reduce((sum, minute) => sum + of(minute), 0);

const perRequest =
  (of: (minute: Minute) => number) =>
  (minutes: readonly Minute[]): number =>
    total(minutes, of) / total(minutes, ({ requests }) => requests);

const TIMES = (['POST', 'GET', 'list', 'owner'] as const).flatMap((group) =>
  (['p50', 'p99'] as const).map((p): Measure => {
    return { what: `${p} of ${group}, ms`, floor: 1, of: middle(({ times }) => times[group]?.[p]) };
  }),
);

/** Least rows of a table for a size per row. */
const LEAST_ROWS = 1_000;

/** Measures the size per row of a table with enough rows. */
const bloatOf = (table: string): Measure => ({
  what: `${table}, bytes per live row`,
  floor: 1,
  of: middle(({ tables: { [table]: found } }) =>
    found && found.rows >= LEAST_ROWS ? found.bytes / found.rows : undefined,
  ),
});

/** Bytes up to which a table is not compared. */
const SMALL = 2 ** 20;

/** Measures the size of a table that does not grow with the leads. It must not grow beyond its floor. */
const sizeOf = (table: string): Measure => ({
  what: `${table}, bytes (few rows)`,
  floor: SMALL,
  of: middle(({ tables: { [table]: found } }) => found?.bytes),
});

/** Seconds from one look at the work to the next. Due work may wait that long. */
const INTERVALS: Readonly<Record<Job, number>> = { automations: 300, imports: 2, mails: 2, 'sign-ins': 2 };

const lagOf = (job: Job): Measure => ({
  what: `${job}, the oldest that waits, s`,
  floor: INTERVALS[job],
  of: middle(({ work }) => work[job].oldest),
});

/** Measures the tables that are large enough at the end. */
const tablesOf = (minutes: readonly Minute[]): Measure[] =>
  Object.entries(minutes.at(-1)?.tables ?? {}).flatMap(([table, { rows, bytes }]) => {
    if (bytes <= SMALL) return [];
    return [rows >= LEAST_ROWS ? bloatOf(table) : sizeOf(table)];
  });

const measuresOf = (minutes: readonly Minute[]): Measure[] => [
  { what: 'resident memory, MB', floor: 1, of: middle(({ resident }) => resident / 1e6) },
  { what: 'heap, MB', floor: 1, of: middle(({ heap }) => heap / 1e6) },
  ...TIMES,
  { what: 'CPU of the service, µs per request', floor: 1, of: perRequest(({ nodeCpu }) => nodeCpu) },
  { what: 'CPU of PostgreSQL, µs per request', floor: 1, of: perRequest(({ databaseCpu }) => databaseCpu) },
  { what: 'WAL without whole pages, bytes per request', floor: 1, of: perRequest(({ wal, images }) => wal - images) },
  ...tablesOf(minutes),
  ...JOBS.map(lagOf),
];

/** Compares the end of a run with its beginning. Values that only one of them has are not compared. */
export function compare(minutes: readonly Minute[]): Compared[] {
  const windows = windowsOf(minutes);
  return measuresOf(minutes).map(({ what, floor, of }) => {
    const [begin, end] = [of(windows.begin), of(windows.end)];
    if (begin === undefined || end === undefined) return { what, begin, end, floor, ratio: undefined, isMet: true };
    const ratio = Math.max(end, floor) / Math.max(begin, floor);
    return { what, begin, end, floor, ratio, isMet: ratio <= MOST };
  });
}
