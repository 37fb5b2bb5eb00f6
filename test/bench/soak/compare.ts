import { median } from '../statistics';
import { type Job, JOBS, type Minute, type Traffic } from './minute';

/** How much more the end may be than the beginning. */
export const MOST = 1.1;

/** Of a run of that many minutes: after how many the beginning begins and ends, and the end begins. */
function boundsOf(count: number): readonly [begin: number, beginEnd: number, end: number] {
  const at = (minute: number): number => Math.floor((count * minute) / 60);
  return [at(7), Math.max(at(12), at(7) + 1), Math.min(at(50), count - 1)];
}

/** After how many minutes the beginning of a run is over. */
export const minutesOfBeginning = (count: number): number => boundsOf(count)[1];

/** The minutes that are compared: around the tenth, and the last ten. A shorter run takes the same parts of itself. */
export function windowsOf(minutes: readonly Minute[]): {
  readonly begin: readonly Minute[];
  readonly end: readonly Minute[];
} {
  const [begin, beginEnd, end] = boundsOf(minutes.length);
  return { begin: minutes.slice(begin, beginEnd), end: minutes.slice(end) };
}

/** One comparison. Undefined where the minutes have no such value. */
export interface Compared {
  readonly what: string;
  readonly begin: number | undefined;
  readonly end: number | undefined;
  /** Values below are taken as this: the difference is not worth a failure. */
  readonly floor: number;
  readonly ratio: number | undefined;
  readonly isMet: boolean;
}

interface Measure {
  readonly what: string;
  readonly floor: number;
  readonly of: (minutes: readonly Minute[]) => number | undefined;
}

/** The median over the minutes that have the value. */
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

/** The times that are compared. */
export const TIMES = (['POST', 'GET', 'list', 'owner'] as const).flatMap((group) =>
  (['p50', 'p99'] as const).map((p) => ({
    what: `${p} of ${group}`,
    of: ({ times }: Traffic): number | undefined => times[group]?.[p],
  })),
);

/** A table with fewer rows is too small for a size by row. */
const LEAST_ROWS = 1_000;

/** A table of which the beginning has a size by row. */
const bloatOf = (table: string): Measure => ({
  what: `${table}, bytes per live row`,
  floor: 1,
  of: middle(({ tables: { [table]: found } }) =>
    found && found.rows >= LEAST_ROWS ? found.bytes / found.rows : undefined,
  ),
});

/** Smaller than this, in bytes, no table is worth a look. */
const SMALL = 2 ** 20;

/** What does not grow with the leads, and so must not grow at all beyond its floor. */
const sizeOf = (table: string): Measure => ({
  what: `${table}, bytes (few rows)`,
  floor: SMALL,
  of: middle(({ tables: { [table]: found } }) => found?.bytes),
});

/** Seconds from one look at the work to the next: what is due may wait that long. */
const INTERVALS: Readonly<Record<Job, number>> = { automations: 300, imports: 2, mails: 2, 'sign-ins': 2 };

const lagsOf = (job: Job): Measure[] => [
  { what: `${job}, from due to done, s`, floor: INTERVALS[job], of: middle(({ work }) => work[job].lag) },
  { what: `${job}, the oldest that waits, s`, floor: INTERVALS[job], of: middle(({ work }) => work[job].oldest) },
];

/** Those that are worth a look at the end. */
const tablesOf = (minutes: readonly Minute[]): Measure[] =>
  Object.entries(minutes.at(-1)?.tables ?? {}).flatMap(([table, { rows, bytes }]) => {
    if (bytes <= SMALL) return [];
    return [rows >= LEAST_ROWS ? bloatOf(table) : sizeOf(table)];
  });

const measuresOf = (minutes: readonly Minute[]): Measure[] => [
  { what: 'resident memory, MB', floor: 1, of: middle(({ resident }) => resident / 1e6) },
  { what: 'heap, MB', floor: 1, of: middle(({ heap }) => heap / 1e6) },
  ...TIMES.map(({ what, of }) => ({ what: `${what}, ms`, floor: 1, of: middle(of) })),
  { what: 'WAL without whole pages, bytes per request', floor: 1, of: perRequest(({ wal, images }) => wal - images) },
  ...tablesOf(minutes),
  ...JOBS.flatMap(lagsOf),
];

/** The end of a run against its beginning. What only one of them has is not compared. */
export function compare(minutes: readonly Minute[]): Compared[] {
  const windows = windowsOf(minutes);
  return measuresOf(minutes).map(({ what, floor, of }) => {
    const [begin, end] = [of(windows.begin), of(windows.end)];
    if (begin === undefined || end === undefined) return { what, begin, end, floor, ratio: undefined, isMet: true };
    const ratio = Math.max(end, floor) / Math.max(begin, floor);
    return { what, begin, end, floor, ratio, isMet: ratio <= MOST };
  });
}
