const OLDEST = 15;

/** Returns why the service cannot work on this `server_version_num`, for the operator, or undefined. */
export function refusalOfServer(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST) return undefined;
  const minor = versionNumber % 10_000;
  // Before release 10 a version had three parts.
  const name = major >= 10 ? `${major}.${minor}` : `${major}.${Math.floor(minor / 100)}.${minor % 100}`;
  return `PostgreSQL ${OLDEST} or newer is needed; this server is ${name}`;
}
