import { inspect } from 'node:util';
import { GOALS, verdict } from './goals';
import type { PartResult } from './result';
import { Wobble } from './rounds';

/** The goals that a part did not reach. */
const missedIn = ({ measures }: PartResult): string[] =>
  measures
    .filter(({ goal, value }) => verdict(GOALS[goal], value.median) === 'missed')
    .map(({ goal, what }) => (what ? `${GOALS[goal].title}: ${what}` : GOALS[goal].title));

/**
 * Measures a part, a second time when the machine was too busy, and publishes the result. Returns whether it was measured and
 * missed no goal.
 */
export async function runPart(
  name: string,
  measure: () => Promise<PartResult>,
  publish: (result: PartResult) => Promise<void>,
  say: (line: string) => void,
): Promise<boolean> {
  const begin = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await measure();
      await publish(result);
      say(`${name}: done in ${Math.round((performance.now() - begin) / 1000)} s`);
      const missed = missedIn(result);
      for (const goal of missed) say(`${name}: missed: ${goal}`);
      return missed.length === 0;
    } catch (error) {
      const isNoise = error instanceof Wobble;
      say(isNoise ? `${name}: ${error.message}` : `${name}: ${inspect(error)}`);
      if (isNoise && attempt < 2) continue;
      say(`${name}: ${isNoise ? 'refused' : 'failed'}, nothing of it is published`);
      return false;
    }
  }
}
