import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const DOCUMENT = 'dist/openapi.json';
/** What the document is made of. */
const SERVICE = ['dist/src/.compiled.json', 'package-lock.json'];

const writtenAt = (file: string): number => (existsSync(file) ? statSync(file).mtimeMs : 0);

function run(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed`);
}

/**
 * Builds what has changed of the service, so that no test runs on an old build. An error of the published document ends the
 * run here, once: every start of the service would throw it again.
 */
export default function currentBuild(): void {
  run('scripts/build.mjs', 'service', 'pages');
  if (writtenAt(DOCUMENT) <= Math.max(...SERVICE.map(writtenAt))) run('dist/src/openapi.js', 'dist');
}
