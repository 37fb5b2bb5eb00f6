import { turnsGiven } from '../../test/support/loop-turns';
import { Batch } from './batch';

/** Ends the answers of batches at one moment, each after a row of so many bytes. */
const answered = (batches: number, bytes: number): Promise<unknown> =>
  Promise.all(
    Array.from(
      { length: batches },
      () =>
        new Promise((resolve, reject) => {
          const batch = new Batch([], resolve, reject);
          batch.handleDataRow({ length: bytes });
          batch.handleReadyForQuery();
        }),
    ),
  );

it('large answers are handed out one in a turn of the event loop, so that others are served between two of them', async () => {
  expect(await turnsGiven(() => answered(6, 64 * 1024))).toBeGreaterThanOrEqual(5);
});

it('smaller ones are handed out at once', async () => {
  expect(await turnsGiven(() => answered(6, 64 * 1024 - 1))).toBe(0);
});
