import { setImmediate } from 'node:timers/promises';

/** How long the work on some items may hold the process before other requests get their turn, in milliseconds. */
const SLICE_MS = 5;

/** Gives the items one after the other. Between two of them requests are served, as soon as the work has taken its time. */
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
