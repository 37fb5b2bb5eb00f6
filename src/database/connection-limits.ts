import type { ConnectionLimits } from './await-database';

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

const LEAST = 6;

/** Returns why an instance cannot work with so few connections, for the operator, or undefined. */
export function scarcityOf(limits: ConnectionLimits): string | undefined {
  const { allowed, by } = fewestOf(limits);
  return allowed < LEAST ? `${by} ${allowed} connections, and an instance needs ${LEAST}: raise the limit` : undefined;
}

/** Returns why an instance may not get all its configured connections, for the operator, or undefined. */
export function shortageOf(connections: number, limits: ConnectionLimits): string | undefined {
  const { allowed, by } = fewestOf(limits);
  if (allowed >= connections) return undefined;
  return `DATABASE_CONNECTIONS is ${connections}, and ${by} ${allowed} to all instances together: lower the one, or raise the other`;
}

function fewestOf({ server, database, role, roleName }: ConnectionLimits): {
  readonly allowed: number;
  readonly by: string;
} {
  const limits = [
    { allowed: role ?? Infinity, by: `the role ${roleName} allows` },
    { allowed: database ?? Infinity, by: 'the database allows' },
    { allowed: server, by: 'the server allows' },
  ];
  return limits.reduce((one, other) => (other.allowed < one.allowed ? other : one));
}
