import { SlidingWindows, type WindowHit } from './sliding-window';
import type { ThrottlerStorage } from '@nestjs/throttler';

/** A call for one limit: of client `key`, at most `limit` calls in `ttl` milliseconds. */
export interface Count {
  readonly key: string;
  readonly ttl: number;
  readonly limit: number;
}

/** The throttler's storage, extended to count a call for several limits at once. */
export interface CallCounts extends ThrottlerStorage {
  /** Counts a call for each limit in turn, atomically, up to the first refusal. Returns a hit for each limit that was counted. */
  countAll(counts: readonly Count[]): Promise<WindowHit[]>;

  /** Undoes the counting of a call, identified by its moment. */
  takeBack(key: string, moment: number): void;
}

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
