/** How the connections of an instance are divided. */
export interface ConnectionShares {
  readonly writes: number;
  readonly reads: number;
  /** Those that reads by key share. */
  readonly shared: number;
}

/** Of readiness, and of the bus of events. */
const SINGLE = 2;
const MOST_SHARED = 3;
/** Of 21 connections: 10 for writes, 6 for reads, 3 that are shared. */
const SHARED_PART = 3 / 19;
const WRITES_PART = 10 / 16;

/** `DATABASE_CONNECTIONS` divided; each share has at least one. Takes 6 or more. */
export function sharesOf(connections: number): ConnectionShares {
  const rest = connections - SINGLE;
  const shared = Math.min(MOST_SHARED, Math.round(rest * SHARED_PART));
  const writes = Math.round((rest - shared) * WRITES_PART);
  return { writes, reads: rest - shared - writes, shared };
}
