import type { Slot } from './bench';
import type { GoalId } from './goals';
import type { Spread } from './statistics';

/** A measured goal. */
export interface Measure {
  readonly goal: GoalId;
  /** The case of a goal with several: the connections, the filter. */
  readonly what?: string;
  readonly value: Spread;
}

/** The result of a part. `slots` are the medians of each contender. */
export interface PartResult {
  readonly measures: readonly Measure[];
  readonly slots?: Readonly<Record<string, Slot>>;
  readonly notes?: readonly string[];
}
