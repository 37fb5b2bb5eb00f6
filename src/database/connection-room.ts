import type { Room } from './server-look';

/** Why an instance may not get all connections that it is set to take, as a sentence for the operator; undefined where it may. */
export function shortageOf(connections: number, { server, database, role, roleName }: Room): string | undefined {
  const limits = [
    { allowed: role ?? Infinity, by: `the role ${roleName} allows` },
    { allowed: database ?? Infinity, by: 'the database allows' },
    { allowed: server, by: 'the server allows' },
  ];
  const fewest = limits.reduce((one, other) => (other.allowed < one.allowed ? other : one));
  if (fewest.allowed >= connections) return undefined;
  return `DATABASE_CONNECTIONS is ${connections}, and ${fewest.by} ${fewest.allowed} to all instances together: lower the one, or raise the other`;
}
