import fc from 'fast-check';
import { medianInterval, medianOf, signZ, verdictOf, wilcoxonZ } from './statistics';

const { imul, log } = Math;

/** Generates numbers from 0 to 1 that are the same in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws differences of two equal sides, moved by `shift`. They have a long tail, as times do. */
function differences(pairs: number, shift: number, random: () => number): number[] {
  const time = () => -100 * log(1 - random());
  return Array.from({ length: pairs }, () => shift + time() - time());
}

it.each<[number[], number]>([
  [[1, 2, 3, 4], 2],
  [[-1, -2, -3, -4], -2],
  [[-5, 1, 0, 0], 0],
  [[3, 1, 2, -9], 1],
  [[0, 0], 0],
  [[], 0],
])('the sign test of %j is %d', (values, z) => expect(signZ(values)).toBeCloseTo(z, 10));

it.each<[string, number[], number]>([
  // Sum of ranks 55 of 55, expected 27.5, variance 10·11·21/24.
  ['ten gains', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 27.5 / Math.sqrt(96.25)],
  // Ranks 2, 2, 2 (tied) and 4: 8 of 10, expected 5, variance 7.5 less 24/48.
  ['ties', [1, 1, -1, 2], 3 / Math.sqrt(7)],
  ['one great loss against small gains', [1, 2, 3, -10], 1 / Math.sqrt(7.5)],
  ['zeros left out', [0, 1, 2, 0, 3, 4], 5 / Math.sqrt(7.5)],
  ['nothing but zeros', [0, 0], 0],
])('the signed-rank test of %s', (_, values, z) => expect(wilcoxonZ(values)).toBeCloseTo(z, 10));

it('both tests change their sign with the two sides', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1 }), (values) => {
      const turned = values.map((value) => -value);
      expect(signZ(turned)).toBeCloseTo(-signZ(values), 9);
      expect(wilcoxonZ(turned)).toBeCloseTo(-wilcoxonZ(values), 9);
    }),
  );
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, median) => expect(medianOf(values)).toBe(median));

it('the interval contains the true median in about 99 of 100 experiments', () => {
  const random = generator(1);
  let held = 0;
  for (let experiment = 0; experiment < 200; experiment++) {
    const [low, high] = medianInterval(differences(200, 50, random), random);
    if (low <= 50 && 50 <= high) held++;
  }
  expect(held).toBeGreaterThanOrEqual(194);
});

it('the interval gets narrower with more pairs', () => {
  const random = generator(2);
  const width = (pairs: number): number => {
    const [low, high] = medianInterval(differences(pairs, 0, random), random);
    return high - low;
  };
  expect(width(1_600)).toBeLessThan(width(100) / 2);
});

it('equal sides stay below 3.29 in nearly all of 500 experiments, and a shift of a third of the noise never does', () => {
  const random = generator(3);
  const found = { equal: 0, shifted: 0 };
  for (let experiment = 0; experiment < 500; experiment++) {
    const isSeen = (shift: number): boolean => {
      const values = differences(1_500, shift, random);
      return Math.max(Math.abs(signZ(values)), Math.abs(wilcoxonZ(values))) >= 3.29;
    };
    if (isSeen(0)) found.equal++;
    if (isSeen(-30)) found.shifted++;
  }
  expect(found.equal).toBeLessThanOrEqual(4);
  expect(found.shifted).toBe(500);
});

it('a verdict has the share of pairs that a guess by time alone gets right', () => {
  const verdict = verdictOf([-3, -2, -1, 5], generator(4));
  expect(verdict).toMatchObject({ pairs: 4, median: -1.5, signZ: -1, accuracy: 0.75 });
});
