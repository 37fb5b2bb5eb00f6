import { setImmediate } from 'node:timers/promises';

/** Bytes of an answer from which its further work takes milliseconds, and so turns of its own. */
export const LARGE_BYTES = 64 * 1024;

let previous = Promise.resolve();

/** Waits for a turn of the event loop. All work of this process that takes turns has one slice in each, however much is in progress. */
export const nextTurn = (): Promise<void> => (previous = previous.then(() => setImmediate()));
