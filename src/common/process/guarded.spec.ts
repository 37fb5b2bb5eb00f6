import { setImmediate } from 'node:timers/promises';
import { guarded } from './guarded';
import { log } from './log';

const logged = jest.spyOn(log, 'error').mockImplementation();
beforeEach(() => logged.mockClear());

const toThrow = (): never => {
  throw new TypeError('of a listener');
};

it.each<[string, () => unknown]>([
  ['throws', toThrow],
  ['rejects', async () => toThrow()],
])('a callback that %s is logged, and its caller goes on', async (_, work) => {
  guarded('it failed', work)();
  await setImmediate();
  expect(logged.mock.calls).toEqual([[expect.objectContaining({ error: 'TypeError' }), 'it failed']]);
});

it.each<[string, (words: string) => unknown]>([
  ['returns', (words) => words.length],
  ['resolves', async (words) => words.length],
])('a callback that %s gets its arguments, and nothing is logged', async (_, work) => {
  const done = jest.fn(work);
  guarded('it failed', done)('words');
  await setImmediate();
  expect(done.mock.calls).toEqual([['words']]);
  expect(logged).not.toHaveBeenCalled();
});
