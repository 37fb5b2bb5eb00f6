import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = fs.constants;
/** Missing on Windows, where owners are not checked either. */
const NO_LINKS = fs.constants.O_NOFOLLOW ?? 0;

/** Accepts files of the service's user or, for root, of the code's owner, who could change the code as well. */
function isOurs(uid: number): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own || (own === 0 && uid === fs.statSync(__filename).uid);
}

/** Creates the folder, returns its path without links. Throws when others own it or may write to it. */
export function ownFolder(folder: string): string {
  const first = fs.mkdirSync(folder, { recursive: true });
  if (first && process.getuid?.() === 0) letEnter(first, folder);
  const real = fs.realpathSync(folder);
  if (!process.getuid) return real;
  const { uid, mode } = fs.statSync(real);
  if (!isOurs(uid)) throw new Error(`The folder ${folder} belongs to another user: set another DATA_DIR.`);
  for (let current = real; ; current = path.dirname(current)) {
    refuseOpen(current);
    if (current === path.dirname(current)) break;
  }
  if (mode & 0o022) fs.chmodSync(real, mode & 0o755);
  return real;
}

/** Opens the new folders from `first` down to `last` to PostgreSQL's user, whatever root's umask is. */
function letEnter(first: string, last: string): void {
  for (let current = last; ; current = path.dirname(current)) {
    fs.chmodSync(current, (fs.statSync(current).mode & 0o777) | 0o111);
    if (current === path.resolve(first) || current === path.dirname(current)) return;
  }
}

/** In a folder that is writable for everyone, only the sticky bit protects ours from replacement. */
function refuseOpen(folder: string): void {
  const { mode } = fs.statSync(folder);
  if (mode & 0o002 && !(mode & 0o1000))
    throw new Error(`Every user may write to the folder ${folder}: take that right away, or set another DATA_DIR.`);
}

/** Throws when the path is not a plain folder, or not owned by us or the user `uid`. Accepts a missing one. */
export function requireFolderOf(uid: number | undefined, folder: string): void {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (!stat || uid === undefined) return;
  if (!stat.isDirectory() || !(isOurs(stat.uid) || stat.uid === uid) || stat.mode & 0o022)
    throw new Error(`${folder} is not a folder of the service's own: remove it, or set another DATA_DIR.`);
}

/** Opens a file of the service; throws when it is a link or another user's. `alsoOf` may own it too. */
function openOwn(file: string, flags: number, alsoOf?: number): number {
  const handle = fs.openSync(file, flags | NO_LINKS, 0o600);
  const stat = fs.fstatSync(handle);
  if (stat.isFile() && stat.nlink === 1 && (isOurs(stat.uid) || stat.uid === alsoOf)) return handle;
  fs.closeSync(handle);
  throw new Error(`${file} is not a file of the service's own: remove it.`);
}

/** Opens a file to lock, created if missing. */
export const openLock = (file: string): number => openOwn(file, O_RDWR | O_CREAT);

/** Opens the server's log to append; the server's user owns the folder and may own the file. */
export const openLog = (file: string, serverUid: number | undefined): number =>
  openOwn(file, O_WRONLY | O_APPEND | O_CREAT, serverUid);

export function readLog(file: string, serverUid: number | undefined): string {
  const handle = openOwn(file, O_RDONLY, serverUid);
  try {
    return fs.readFileSync(handle, 'utf8');
  } finally {
    fs.closeSync(handle);
  }
}

/** Returns a secret, created once in a file that only its owner may read; the caller has the folder exclusively. */
export function keptSecret(file: string): string {
  if (!fs.lstatSync(file, { throwIfNoEntry: false })) {
    // Writes a draft first: a killed start must not leave half a secret.
    const draft = `${file}.new`;
    fs.rmSync(draft, { force: true });
    const handle = openOwn(draft, O_WRONLY | O_CREAT | O_EXCL);
    fs.writeSync(handle, randomBytes(32).toString('base64url'));
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    renameDurably(draft, file);
  }
  const handle = openOwn(file, O_RDONLY);
  try {
    if (process.getuid && fs.fstatSync(handle).mode & 0o077)
      throw new Error(`Other users may read ${file}: make a new secret, readable by its owner only.`);
    return fs.readFileSync(handle, 'utf8').trim();
  } finally {
    fs.closeSync(handle);
  }
}

/** Renames so that the new name survives a power cut. */
export function renameDurably(from: string, to: string): void {
  fs.renameSync(from, to);
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const folder = fs.openSync(path.dirname(to), O_RDONLY);
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}
