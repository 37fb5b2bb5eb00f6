/** The result of a call at a limit. Times in milliseconds from now. */
export interface WindowHit {
  readonly allowed: boolean;
  /** Calls within the window, this one included if it was allowed. */
  readonly calls: number;
  /** Until the oldest call of the window leaves it: the wait of a refused call. */
  readonly freeIn: number;
  /** Of this call, by the clock of the window. */
  readonly moment: number;
}

const SWEEP_EVERY = 10_000;

/**
 * Exact sliding windows: never more than `limit` calls in any `windowMs`, however they fall. A refused call does not count.
 * Each key keeps the moments of its calls, at most `limit` of them. One process; the clock is passed in.
 */
export class SlidingWindows {
  private readonly calls = new Map<string, { moments: number[]; windowMs: number }>();
  private hits = 0;

  hit(key: string, limit: number, windowMs: number, now: number): WindowHit {
    if (++this.hits % SWEEP_EVERY === 0) this.sweep(now);
    let entry = this.calls.get(key);
    if (!entry) this.calls.set(key, (entry = { moments: [], windowMs }));
    const { moments } = entry;
    while ((moments[0] ?? now) <= now - windowMs) moments.shift();
    const allowed = moments.length < limit;
    if (allowed) moments.push(now);
    return { allowed, calls: moments.length, freeIn: windowMs - (now - (moments[0] ?? now)), moment: now };
  }

  /** Makes it as if the call of this moment had not come. */
  takeBack(key: string, moment: number): void {
    const moments = this.calls.get(key)?.moments ?? [];
    const place = moments.lastIndexOf(moment);
    if (place >= 0) moments.splice(place, 1);
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.calls.size;
  }

  private sweep(now: number): void {
    for (const [key, { moments, windowMs }] of this.calls) {
      if ((moments.at(-1) ?? 0) <= now - windowMs) this.calls.delete(key);
    }
  }
}
