// Builds parts of the repository into dist, as far as they have changed: `node scripts/build.mjs service pages`.
import { closeSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { bundlePages } from './pages.mjs';
import { compile, compileService } from './compile.mjs';

const PARTS = {
  service: compileService,
  pages: bundlePages,
  // The benchmark starts servers and sends requests like the tests do.
  bench: () => compile(['bench', 'test/support', 'test/fault/support', 'test/browser/support']),
  'test/fault': () => compile(['test/fault/planted']),
};

/** Builds the parts in this order, while no other process builds in this clone. Returns whether anything changed. */
export async function build(parts) {
  mkdirSync('dist', { recursive: true });
  const lock = openSync('dist/.lock', 'w');
  try {
    // An optional package: without it, two builds of a clone must not overlap.
    const { waitForLock } = await import('fs-native-extensions').catch(() => ({}));
    await waitForLock?.(lock);
    let isChanged = false;
    for (const part of parts) isChanged = (await PARTS[part]()) || isChanged;
    return isChanged;
  } finally {
    closeSync(lock);
  }
}

if (realpathSync(process.argv[1]) === import.meta.filename) {
  await build(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
