/** Result of a call at a limit. Times in milliseconds from now. */
export interface WindowHit {
  readonly allowed: boolean;
  /** Calls within the window, this one included if allowed. */
  readonly calls: number;
  /** Wait of a refused call: until fewer calls than the limit are in the window. */
  readonly freeIn: number;
  /** Moment of this call, by the window's clock. */
  readonly moment: number;
}

const SWEEP_EVERY = 10_000;

/**
 * Exact sliding windows in one process: never more than `limit` calls in any `windowMs`. Refused calls do not count.
 * Each key keeps at most `limit` moments; the clock is passed in. A limit may change from call to call.
 */
export class SlidingWindows {
  private readonly calls = new Map<string, { moments: number[]; windowMs: number }>();
  private hits = 0;

  hit(key: string, limit: number, windowMs: number, now: number): WindowHit {
    // Stryker disable next-line UpdateOperator: a count downwards reaches each 10,000th call too.
    if (++this.hits % SWEEP_EVERY === 0) this.sweep(now);
    let entry = this.calls.get(key);
    if (!entry) this.calls.set(key, (entry = { moments: [], windowMs }));
    const { moments } = entry;
    const kept = moments.findIndex((moment) => moment > now - windowMs);
    moments.splice(0, kept < 0 ? moments.length : kept);
    const allowed = moments.length < limit;
    if (allowed) moments.push(now);
    // More calls than the limit: it was larger before.
    const first = moments[Math.max(0, moments.length - limit)] ?? now;
    return { allowed, calls: moments.length, freeIn: windowMs - (now - first), moment: now };
  }

  /** Undoes the call of this moment. */
  takeBack(key: string, moment: number): void {
    // Stryker disable next-line ArrayDeclaration: a text in place of no moment is never the moment that is looked for.
    const moments = this.calls.get(key)?.moments ?? [];
    const index = moments.lastIndexOf(moment);
    if (index >= 0) moments.splice(index, 1);
  }

  get size(): number {
    return this.calls.size;
  }

  private sweep(now: number): void {
    for (const [key, { moments, windowMs }] of this.calls) {
      if ((moments.at(-1) ?? 0) <= now - windowMs) this.calls.delete(key);
    }
  }
}
