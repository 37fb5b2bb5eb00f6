import { Placements } from './placements';

const asked: string[] = [];
const placements = (find: (accountId: string) => Promise<number | undefined>) => {
  asked.length = 0;
  return new Placements((accountId) => {
    asked.push(accountId);
    return find(accountId);
  });
};

it('asks for the worker of an account once in ten seconds', async () => {
  let worker = 1;
  const known = placements(() => Promise.resolve(worker));
  expect(await Promise.all([known.workerOf('a', 0), known.workerOf('a', 0), known.workerOf('b', 1)])).toEqual([
    1, 1, 1,
  ]);
  expect(asked).toEqual(['a', 'b']);
  worker = 2;
  expect(await known.workerOf('a', 9_999)).toBe(1);
  expect(await known.workerOf('a', 10_000)).toBe(2);
  expect(await known.workerOf('b', 10_000)).toBe(1);
});

it('knows no worker while the coordinator does not tell', async () => {
  const known = placements(() => Promise.reject(new Error('lost')));
  expect(await known.workerOf('a', 0)).toBeUndefined();
});
