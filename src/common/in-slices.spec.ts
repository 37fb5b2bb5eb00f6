import { turnsGiven } from '../../test/support/loop-turns';
import { inSlices } from './in-slices';

const taken = async <T>(items: Iterable<T>, work: () => void = () => undefined): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of inSlices(items)) {
    work();
    all.push(item);
  }
  return all;
};

it('gives the items in their order', async () => {
  expect(await taken('abc')).toEqual(['a', 'b', 'c']);
  expect(await taken([])).toEqual([]);
});

it('lets others have a turn between items whose work takes its time, and none for each short one', async () => {
  const busy = (): void => {
    for (const end = performance.now() + 6; performance.now() < end;);
  };
  expect(await turnsGiven(() => taken([1, 2, 3, 4], busy))).toBeGreaterThanOrEqual(4);
  expect(await turnsGiven(() => taken(Array.from({ length: 500 }, (_, n) => n)))).toBeLessThan(100);
});

describe('a slice', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => jest.useRealTimers());

  it.each([
    [5, 3],
    [4, 2],
    [2, 1],
  ])('lasts 5 milliseconds: three items of %i need %i', async (milliseconds, slices) => {
    const work = (): void => jest.advanceTimersByTime(milliseconds);
    expect(await turnsGiven(() => taken([1, 2, 3], work))).toBe(slices);
  });
});
