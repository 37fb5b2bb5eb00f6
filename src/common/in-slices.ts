import { setImmediate } from 'node:timers/promises';

/** Milliseconds that work on items may block other requests. */
const SLICE_MS = 5;

/** Yields the items one after the other; lets other requests run between two of them when a slice is used up. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let end = 0;
  for (const item of items) {
    if (performance.now() >= end) {
      await setImmediate();
      end = performance.now() + SLICE_MS;
    }
    yield item;
  }
}
