import type { Room } from './server-look';

/** The fewest with which an instance works. */
const LEAST = 6;

/** Why an instance cannot work with so few connections, as a sentence for the operator; undefined where it can. */
export function scarcityOf(room: Room): string | undefined {
  const { allowed, by } = fewestOf(room);
  return allowed < LEAST ? `${by} ${allowed} connections, and an instance needs ${LEAST}: raise the limit` : undefined;
}

/** Why an instance may not get all connections that it is set to take, as a sentence for the operator; undefined where it may. */
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
