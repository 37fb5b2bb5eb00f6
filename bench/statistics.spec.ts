import { median, percentile, randomFrom, ratios, shuffled } from './statistics';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    [0, 1],
    [1, 1],
    [50, 50],
    [99, 99],
    [100, 100],
  ])('%i of 1 to 100 is %i', (p, expected) => {
    expect(percentile(hundred, p)).toBe(expected);
  });
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[10, 9], 9.5],
  [[5], 5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

it('ratios are taken within each round', () => {
  // A machine twice as slow in the second round changes neither ratio.
  expect(ratios([10, 5, 12], [20, 10, 20])).toEqual({ median: 0.5, min: 0.5, max: 0.6 });
  expect(() => ratios([1], [1, 2])).toThrow('rounds');
});

it('random numbers repeat with their seed and fill the range', () => {
  const draw = (seed: number): number[] => Array.from({ length: 1_000 }, randomFrom(seed));
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(Math.min(...draw(1))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draw(1))).toBeLessThan(1);
  expect(median(draw(1))).toBeCloseTo(0.5, 1);
});

it('shuffling keeps every item and changes the order', () => {
  const items = Array.from({ length: 20 }, (_, index) => index);
  const mixed = shuffled(items, randomFrom(3));
  expect(mixed).not.toEqual(items);
  expect([...mixed].sort((a, b) => a - b)).toEqual(items);
});
