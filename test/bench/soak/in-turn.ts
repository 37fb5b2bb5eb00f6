import { ratios, shuffled, type Spread } from '../statistics';
import { MOST } from './compare';
import type { Traffic } from './minute';
import type { Group } from './mix';

/** A service that is sent the load for some seconds; what the load generator saw. */
export type Turn = () => Promise<Traffic>;

/** The service after the run, and one that was just started on the data of the beginning. */
export interface Sides {
  readonly after: Turn;
  readonly before: Turn;
}

/** A time of the one, as a multiple of that of the other. */
export interface TimesCompared {
  readonly what: string;
  readonly ratio: Spread;
  readonly isMet: boolean;
}

const ROUNDS = 20;

/** Lets both work in turn, in an order that changes by chance from round to round. Returns what they answered. */
export async function takeTurns(
  { after, before }: Sides,
  random: () => number,
): Promise<Readonly<Record<keyof Sides, Traffic[]>>> {
  const seen: Record<keyof Sides, Traffic[]> = { after: [], before: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, turn] of shuffled([['after', after] as const, ['before', before] as const], random))
      seen[side].push(await turn());
  }
  return seen;
}

/** The times round by round: whatever slows the machine slows both sides of a round. */
export function compareTimes({ after, before }: Readonly<Record<keyof Sides, readonly Traffic[]>>): TimesCompared[] {
  const of = (traffic: readonly Traffic[], group: Group, p: 'p50' | 'p99'): number[] =>
    traffic.map(({ times }) => times[group]?.[p] ?? NaN);
  return (['POST', 'GET', 'list', 'owner'] as const).flatMap((group) =>
    (['p50', 'p99'] as const).map((p) => {
      const ratio = ratios(of(after, group, p), of(before, group, p));
      return { what: `${p} of ${group}`, ratio, isMet: ratio.median <= MOST };
    }),
  );
}
