import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Milliseconds; longer than nearly all work that it hides. An answer that misses a tick waits for the next. */
const TICK_MS = 25;
/** Timers fire up to about a millisecond late; turns of the event loop fill the rest. */
const TIMER_SLACK_MS = 2.5;

/** Clocks for answers whose timing must not reveal what was found. */
@Injectable()
export class ResponseTick {
  /** Starts a clock; waits for a multiple of 25 ms. A timer alone fires late, depending on the work before. */
  start(): () => Promise<void> {
    const start = performance.now();
    return async () => {
      const elapsed = performance.now() - start;
      const release = start + Math.ceil(elapsed / TICK_MS) * TICK_MS;
      const rest = release - performance.now() - TIMER_SLACK_MS;
      if (rest > 0) await sleep(rest);
      while (performance.now() < release) await new Promise((resolve) => setImmediate(resolve));
    };
  }
}
