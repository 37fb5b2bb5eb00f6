/** The oldest release of PostgreSQL that has what the service needs. */
const OLDEST = 15;

/** Why the service cannot work on this release, from `server_version_num`, as a sentence for the operator; undefined where it can. */
export function refusalOfServer(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST) return undefined;
  const minor = versionNumber % 10_000;
  // Before release 10 a version had three parts.
  const name = major >= 10 ? `${major}.${minor}` : `${major}.${Math.floor(minor / 100)}.${minor % 100}`;
  return `PostgreSQL ${OLDEST} or newer is needed; this server is ${name}`;
}
