import { inSlices } from './in-slices';
import { turnsDuring } from '../../test/support/loop-turns';

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
  const { answer, turns } = await turnsDuring(() => taken([1, 2, 3, 4], busy));
  expect(answer).toEqual([1, 2, 3, 4]);
  expect(turns).toBeGreaterThanOrEqual(4);
  const short = await turnsDuring(() => taken(Array.from({ length: 500 }, (_, n) => n)));
  expect(short.turns).toBeLessThan(100);
});
