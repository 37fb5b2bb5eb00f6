import type { ThrottlerStorage } from '@nestjs/throttler';
import type { WindowHit } from './sliding-window';

/** A call for one limit: of client `key`, at most `limit` calls in `ttl` milliseconds. */
export interface Count {
  readonly key: string;
  readonly ttl: number;
  readonly limit: number;
}

/** The throttler's storage, extended to count a call for several limits at once. */
export interface CallCounts extends ThrottlerStorage {
  /** Counts a call for each limit in turn, atomically, up to the first refusal. Returns a hit for each limit asked. */
  countAll(counts: readonly Count[]): Promise<WindowHit[]>;

  /** Undoes the counting of a call, identified by its moment. */
  takeBack(key: string, moment: number): void;
}
