import fs from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';

/** Folder of the database's files and user of its server; undefined is the user of this process. */
export interface ClusterLocation {
  readonly cluster: string;
  readonly user: ServerUser | undefined;
}

/**
 * Returns the location of the database of `dataDir`: `postgres` in it, or a public folder when the server's user cannot
 * enter. With `mustStay` a first start refuses the latter. An existing database stays where it is.
 */
export function locateCluster(dataDir: string, mustStay: boolean): ClusterLocation {
  const inside = path.join(dataDir, 'postgres');
  const user = serverUserFor(inside);
  const closed = user && folderClosedTo(user, inside);
  const elsewhere = publicPath('data', inside);
  if (closed && (isCluster(inside) || (mustStay && isFirstStart(dataDir)))) throw closedFolder(dataDir, closed);
  if (!user || isCluster(inside) || !(closed || isCluster(elsewhere))) return { cluster: inside, user };
  ownPublicFolder();
  return { cluster: elsewhere, user: serverUserFor(elsewhere) };
}

export const isCluster = (folder: string): boolean => fs.existsSync(path.join(folder, 'PG_VERSION'));

/** Whether no start has made a database for this folder yet. */
export const isFirstStart = (dataDir: string): boolean => !fs.existsSync(path.join(dataDir, 'postgres-password'));

const closedFolder = (dataDir: string, closed: string): Error =>
  new Error(
    `The user that PostgreSQL runs as cannot enter the folder ${closed}, and DATA_DIR is ${dataDir}: ` +
      `open it (chmod o+x ${closed}), or set another DATA_DIR.`,
  );

/** Owned by root and open to enter; other users cannot put anything there. */
const PUBLIC_FOLDER = '/var/lib/entrada';

/** For root: a path that replaces `original`, which PostgreSQL's user may enter and only root may write to. */
export const publicPath = (kind: string, original: string): string =>
  path.join(PUBLIC_FOLDER, `${kind}-${createHash('sha256').update(original).digest('hex').slice(0, 12)}`);

/** Creates the public folder if needed. Throws when it is not root's, or when others may write to it. */
export function ownPublicFolder(): void {
  fs.mkdirSync(PUBLIC_FOLDER, { recursive: true, mode: 0o755 });
  const stat = fs.lstatSync(PUBLIC_FOLDER);
  if (!stat.isDirectory() || stat.uid !== 0 || stat.mode & 0o022)
    throw new Error(`${PUBLIC_FOLDER} must be a folder of root's alone: set DATA_DIR, or DATABASE_URL.`);
  // Root's umask may have kept others from entering.
  if ((stat.mode & 0o111) !== 0o111) fs.chmodSync(PUBLIC_FOLDER, 0o755);
}

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

/** First existing folder above `file` that the user may not enter, such as a private home. */
export function folderClosedTo(user: ServerUser, file: string): string | undefined {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const stat = fs.statSync(folder, { throwIfNoEntry: false });
    if (stat) {
      const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
      if (!(stat.mode & bit)) return folder;
    }
    if (folder === path.dirname(folder)) return undefined;
  }
}
