interface ConnectionShares {
  readonly writes: number;
  readonly reads: number;
  /** Connections that reads by key share. */
  readonly shared: number;
}

/** Connections of readiness and of the event channel. */
const SINGLE = 2;
const MOST_SHARED = 3;
/** Of 21 connections: 10 for writes, 6 for reads, 3 shared. */
const SHARED_PART = 3 / 19;
const WRITES_PART = 10 / 16;

/** Divides `DATABASE_CONNECTIONS`, 6 or more; each share has at least one. */
export function sharesOf(connections: number): ConnectionShares {
  const rest = connections - SINGLE;
  const shared = Math.min(MOST_SHARED, Math.round(rest * SHARED_PART));
  const writes = Math.round((rest - shared) * WRITES_PART);
  return { writes, reads: rest - shared - writes, shared };
}
