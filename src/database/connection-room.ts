import type { Room } from './server-look';

const LEAST = 6;

/** Returns why an instance cannot work with so few connections, for the operator, or undefined. */
export function scarcityOf(room: Room): string | undefined {
  const { allowed, by } = fewestOf(room);
  return allowed < LEAST ? `${by} ${allowed} connections, and an instance needs ${LEAST}: raise the limit` : undefined;
}

/** Returns why an instance may not get all its configured connections, for the operator, or undefined. */
export function shortageOf(connections: number, room: Room): string | undefined {
  const { allowed, by } = fewestOf(room);
  if (allowed >= connections) return undefined;
  return `DATABASE_CONNECTIONS is ${connections}, and ${by} ${allowed} to all instances together: lower the one, or raise the other`;
}

function fewestOf({ server, database, role, roleName }: Room): { readonly allowed: number; readonly by: string } {
  const limits = [
    { allowed: role ?? Infinity, by: `the role ${roleName} allows` },
    { allowed: database ?? Infinity, by: 'the database allows' },
    { allowed: server, by: 'the server allows' },
  ];
  return limits.reduce((one, other) => (other.allowed < one.allowed ? other : one));
}
