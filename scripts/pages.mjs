// Bundles the console and the page of the API reference by Vite into dist/pages, and compresses them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { filesIn } from './compile.mjs';

const PAGES = ['console', 'reference'];

/** What the pages are made of. Of the service they import only the contract (`eslint.config.mjs`). */
const FOLDERS = [...PAGES, 'src/contract', 'src/common/site', 'docs/quick-start', 'scripts'];
const LOCK = 'package-lock.json';

/** The hash of what the pages were made of. */
const RECORD = 'dist/pages/.bundled';

/** Bundles the pages, if anything that they are made of has changed. Needs the compiled service. Returns whether it had. */
export async function bundlePages() {
  const hash = createHash('sha256');
  for (const file of [LOCK, ...FOLDERS.flatMap(filesIn).sort()]) hash.update(file).update(readFileSync(file));
  const now = hash.digest('hex');
  if (isBundled() && readFileSync(RECORD, 'utf8') === now) return false;
  rmSync(RECORD, { force: true });
  // Vite would bundle for development under another value.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await Promise.all(PAGES.map((root) => build({ root, configFile: `${root}/vite.config.mts` })));
  const { status } = spawnSync(process.execPath, ['dist/src/compress-pages.js'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The pages could not be compressed.');
  writeFileSync(RECORD, now);
  return true;
}

/** Another build may have emptied a page's folder and ended there. */
const isBundled = () =>
  [RECORD, ...PAGES.map((page) => `dist/pages/${page}/index.html.br`)].every((file) => existsSync(file));
