import fs from 'node:fs';
import path from 'node:path';

/** The system user that PostgreSQL runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root; undefined means that it runs as the user of this process. */
export function serverUserFor(cluster: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = fs.statSync(path.join(cluster, 'PG_VERSION'), { throwIfNoEntry: false });
  if (existing) return { uid: existing.uid, gid: existing.gid };
  const users = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = ['postgres:', 'nobody:']
    .flatMap((name) => users.filter((line) => line.startsWith(name)))[0]
    ?.split(':');
  if (!fields) throw new Error('Running as root without a user "postgres" or "nobody": set DATABASE_URL instead.');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Whether the user may search every existing folder above `place`; a clone in a private home fails this. */
export function isReachableBy(user: ServerUser, place: string): boolean {
  for (let folder = path.dirname(path.resolve(place)); ; folder = path.dirname(folder)) {
    const stat = fs.statSync(folder, { throwIfNoEntry: false });
    if (stat) {
      const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
      if (!(stat.mode & bit)) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}
