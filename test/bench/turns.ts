import { refuseNoise } from './rounds';
import { percentile, type Spread, spread } from './statistics';

const ROUNDS = 5;

/** The two accounts that are compared. */
export const SIDES = ['big', 'small'] as const;
export type Side = (typeof SIDES)[number];

/** The times of one case's pages, in milliseconds, by round. */
export type Times = Readonly<Record<Side, readonly number[][]>>;

/** How many pages of a case and an account are read in all. */
export const pagesOf = (samples: number): number => samples * ROUNDS;

/** Reads a page of a case; `share`, from 0 up to 1, is where in the list, and the same for both accounts. */
export type ReadPage<Case> = (one: Case, side: Side, share: number) => Promise<unknown>;

/** Every case gets a slot in each round, in which the two accounts take turns page by page. */
export async function takeTurns<Case>(
  cases: readonly Case[],
  samples: number,
  random: () => number,
  read: ReadPage<Case>,
): Promise<Times[]> {
  const rounds = (): number[][] => Array.from({ length: ROUNDS }, (): number[] => []);
  const times = cases.map((): Times => ({ big: rounds(), small: rounds() }));
  // A named statement may get its generic plan from the sixth execution on.
  for (const one of cases) await slotOf(one, 10, random, read);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, one] of cases.entries()) {
      const found = await slotOf(one, samples, random, read);
      for (const side of SIDES) times[index]?.[side][round]?.push(...found[side]);
    }
  }
  return times;
}

async function slotOf<Case>(
  one: Case,
  samples: number,
  random: () => number,
  read: ReadPage<Case>,
): Promise<Record<Side, number[]>> {
  const times: Record<Side, number[]> = { big: [], small: [] };
  for (let n = 0; n < samples; n++) {
    const share = random();
    for (const side of n % 2 ? [...SIDES].reverse() : SIDES) {
      const begin = performance.now();
      await read(one, side, share);
      times[side].push(performance.now() - begin);
    }
  }
  return times;
}

/** The small account's medians are the yardstick: over all cases, they must not differ between the rounds. */
export function checkYardstick(times: readonly Times[]): void {
  const rounds = Array.from({ length: ROUNDS }, (_, round) =>
    times.reduce((sum, { small }) => sum + percentile(small[round] ?? [], 50), 0),
  );
  refuseNoise('the small account', rounds, `${rounds.map((milliseconds) => milliseconds.toFixed(1)).join(' ')} ms`);
}

/** The ratio of the percentiles of all samples, with its range over the rounds. */
export function ratioAt(p: number, { big, small }: Times): Spread {
  const median = percentile(big.flat(), p) / percentile(small.flat(), p);
  const { min, max } = spread(big.map((values, round) => percentile(values, p) / percentile(small[round] ?? [], p)));
  return { median, min: Math.min(min, median), max: Math.max(max, median) };
}
