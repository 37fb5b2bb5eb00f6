import fs from 'node:fs';
import path from 'node:path';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** User for PostgreSQL, which refuses to run as root; undefined is the user of this process. */
export function serverUserFor(cluster: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const existing = fs.lstatSync(path.join(cluster, 'PG_VERSION'), { throwIfNoEntry: false });
  const candidates = [...systemUsers(), ownerOfCode()].filter(({ uid }) => uid !== 0);
  const user = existing ? candidates.find(({ uid }) => uid === existing.uid) : candidates[0];
  if (existing && !user)
    throw new Error(
      `${cluster} belongs to a user whom the service does not run PostgreSQL as: remove it, or set another DATA_DIR.`,
    );
  if (!user) throw new Error('Running as root without a user "postgres" or "nobody": set DATABASE_URL instead.');
  return user;
}

function systemUsers(): ServerUser[] {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  return ['postgres:', 'nobody:'].flatMap((name) => {
    const fields = lines.find((line) => line.startsWith(name))?.split(':');
    return fields ? [{ uid: Number(fields[2]), gid: Number(fields[3]) }] : [];
  });
}

/** User who ran the service before root did, in their own clone. */
function ownerOfCode(): ServerUser {
  const { uid, gid } = fs.statSync(__filename);
  return { uid, gid };
}

/** First existing folder above `place` that the user may not enter, such as a private home. */
export function folderClosedTo(user: ServerUser, place: string): string | undefined {
  for (let folder = path.dirname(path.resolve(place)); ; folder = path.dirname(folder)) {
    const stat = fs.statSync(folder, { throwIfNoEntry: false });
    if (stat) {
      const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
      if (!(stat.mode & bit)) return folder;
    }
    if (folder === path.dirname(folder)) return undefined;
  }
}
