import type { ThrottlerStorage } from '@nestjs/throttler';
import type { WindowHit } from './sliding-window';

/** A call that one limit counts: for whom (`key`), and how many calls of theirs (`limit`) may be in a window of `ttl` milliseconds. */
export interface Count {
  readonly key: string;
  readonly ttl: number;
  readonly limit: number;
}

/** The throttler's storage, which can also ask several limits about a call at once. */
export interface CallCounts extends ThrottlerStorage {
  /**
   * Counts a call for each of these limits in turn, up to the first that refuses it; no other call comes between. Returns a hit
   * for each limit that was asked.
   */
  countAll(counts: readonly Count[]): Promise<WindowHit[]>;

  /** Undoes the counting of a call, which is named by its moment. */
  takeBack(key: string, moment: number): void;
}
