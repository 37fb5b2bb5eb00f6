import { ratios, shuffled, type Spread } from '../statistics';
import { MOST, TIMES } from './compare';
import type { Traffic } from './minute';

/** What the load generator saw of a service in some seconds, and the processor time that it took, in microseconds. */
export interface Seen extends Traffic {
  readonly nodeCpu: number;
  readonly databaseCpu: number;
}

/** A service that is sent the load for some seconds. */
export type Turn = () => Promise<Seen>;

/** The service after the run, and one that was just started on the data of the beginning. */
export interface Sides {
  readonly after: Turn;
  readonly before: Turn;
}

/** A time of the one side, as a multiple of that of the other. Undefined whether it is met where it is only shown. */
export interface TimesCompared {
  readonly what: string;
  readonly ratio: Spread;
  readonly isMet: boolean | undefined;
}

const ROUNDS = 40;

interface Measure {
  readonly what: string;
  readonly of: (seen: Seen) => number | undefined;
}

/** What must not grow: it tells of the work, and hardly of the machine. */
const WORK: readonly Measure[] = [
  { what: 'CPU of the service per request', of: ({ nodeCpu, requests }) => nodeCpu / requests },
  { what: 'CPU of PostgreSQL per request', of: ({ databaseCpu, requests }) => databaseCpu / requests },
];

/** Lets both work in turn, in an order that changes by chance from round to round. Returns what they answered. */
export async function takeTurns(
  { after, before }: Sides,
  random: () => number,
): Promise<Readonly<Record<keyof Sides, Seen[]>>> {
  const seen: Record<keyof Sides, Seen[]> = { after: [], before: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, turn] of shuffled([['after', after] as const, ['before', before] as const], random))
      seen[side].push(await turn());
  }
  return seen;
}

/** The times round by round: whatever slows the machine slows both sides of a round. */
export function compareTimes({ after, before }: Readonly<Record<keyof Sides, readonly Seen[]>>): TimesCompared[] {
  const all = (side: readonly Seen[], { of }: Measure): number[] => side.map((seen) => of(seen) ?? NaN);
  const compared = (one: Measure) => ({ what: one.what, ratio: ratios(all(after, one), all(before, one)) });
  return [
    ...WORK.map(compared).map((one) => ({ ...one, isMet: one.ratio.median <= MOST })),
    // Only shown: one side has the rows of the hour more than the other, and that takes time, too.
    ...TIMES.map(compared).map((one) => ({ ...one, isMet: undefined })),
  ];
}
