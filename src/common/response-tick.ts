import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Longer than nearly all of the work that it hides; an answer that misses one tick waits for the next. */
const TICK_MS = 25;
/** Timers fire late by up to a millisecond or so; the rest is waited for turn by turn of the event loop. */
const TIMER_SLACK_MS = 2.5;

/** Clocks for answers whose moment must not show what was found. */
@Injectable()
export class ResponseTick {
  /**
   * Starts a clock. The function that it returns waits until a whole number of 25 ms have passed since. A timer alone would
   * not do: how late it fires still depends on the work before it.
   */
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
