import type { ThrottlerStorage } from '@nestjs/throttler';
import { SlidingWindows, type WindowHit } from './sliding-window';

/** @nestjs/throttler's record of a call; times in whole seconds, rounded up, so that waiting so long is enough. */
export const throttlerRecord = ({ allowed, calls, freeIn }: WindowHit) => ({
  totalHits: calls,
  timeToExpire: Math.max(1, Math.ceil(freeIn / 1000)),
  isBlocked: !allowed,
  timeToBlockExpire: Math.max(1, Math.ceil(freeIn / 1000)),
});

/**
 * Counts calls in this process, by a clock that nobody can set. Of our own, because the throttler's storage blocks for a
 * whole window after a refusal.
 */
export class MemoryStorage implements ThrottlerStorage {
  private readonly windows = new SlidingWindows();

  increment(key: string, ttl: number, limit: number) {
    return Promise.resolve(throttlerRecord(this.windows.hit(key, limit, ttl, performance.now())));
  }
}
