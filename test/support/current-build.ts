import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm run build` reads. */
const SOURCES = [
  'src',
  'migrations',
  'console',
  'reference',
  'package-lock.json',
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
];
/** What the build writes last. */
const PAGES = 'dist/pages';
const DOCUMENT = 'dist/openapi.json';

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        // A folder is newer too when a file in it was deleted.
        .filter((entry) => !entry.name.endsWith('.spec.ts'))
        .map(({ parentPath, name }) => join(parentPath, name))
    : [path];

const newestOf = (paths: string[]): number => Math.max(...paths.flatMap(filesOf).map((file) => statSync(file).mtimeMs));

const isOlder = (written: string, sources: string[]): boolean =>
  !existsSync(written) || newestOf(sources) >= newestOf([written]);

function run(command: string): void {
  // Jest's own NODE_ENV would build the console for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env });
  if (status !== 0) throw new Error(`${command} failed`);
}

/**
 * Builds the service if a source has changed, so that no test runs on an old build. An error of the published document ends the
 * run here, once: every start of the service would throw it again.
 */
export default function currentBuild(): void {
  if (isOlder(PAGES, SOURCES)) run('npm run build');
  if (isOlder(DOCUMENT, [PAGES])) run('node dist/src/openapi.js dist');
}
