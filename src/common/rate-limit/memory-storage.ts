import type { CallCounts, Count } from './call-counts';
import { SlidingWindows, type WindowHit } from './sliding-window';

/** Converts to @nestjs/throttler's record; times in whole seconds, rounded up. */
export const throttlerRecord = ({ allowed, calls, freeIn }: WindowHit) => ({
  totalHits: calls,
  timeToExpire: Math.max(1, Math.ceil(freeIn / 1000)),
  isBlocked: !allowed,
  timeToBlockExpire: Math.max(1, Math.ceil(freeIn / 1000)),
});

/** Counts calls in this process, by a monotonic clock; the throttler's storage blocks a window after a refusal. */
export class MemoryStorage implements CallCounts {
  private readonly windows = new SlidingWindows();

  increment(key: string, ttl: number, limit: number) {
    return Promise.resolve(throttlerRecord(this.windows.hit(key, limit, ttl, performance.now())));
  }

  countAll(counts: readonly Count[]): Promise<WindowHit[]> {
    const now = performance.now();
    const hits: WindowHit[] = [];
    for (const { key, limit, ttl } of counts) {
      const hit = this.windows.hit(key, limit, ttl, now);
      hits.push(hit);
      if (!hit.allowed) break;
    }
    return Promise.resolve(hits);
  }

  takeBack(key: string, moment: number): void {
    this.windows.takeBack(key, moment);
  }
}
