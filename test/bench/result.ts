import type { GoalId } from './goals';
import type { Rounds } from './rounds';
import type { Spread } from './statistics';

/** A measured goal. */
export interface Measure {
  readonly goal: GoalId;
  /** The case, when a goal has several: the connections, the filter. */
  readonly what?: string;
  readonly value: Spread;
}

/** The medians of a contender's slots. */
export interface Contender {
  readonly name: string;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  readonly wal: number;
}

/** The result of a part. */
export interface PartResult {
  readonly measures: readonly Measure[];
  readonly contenders: readonly Contender[];
  readonly notes: readonly string[];
}

/** All results of a mode, by part. */
export type Results = Readonly<Record<string, PartResult & { readonly at: string }>>;

export const contendersOf = (rounds: Rounds): Contender[] =>
  rounds.names.map((name) => ({
    name,
    rate: rounds.spread(name, (slot) => slot.rate).median,
    p50: rounds.spread(name, (slot) => slot.p50).median,
    p99: rounds.spread(name, (slot) => slot.p99).median,
    nodeCpu: rounds.spread(name, (slot) => slot.nodeCpu).median,
    databaseCpu: rounds.spread(name, (slot) => slot.databaseCpu).median,
    wal: rounds.spread(name, (slot) => slot.wal).median,
  }));
