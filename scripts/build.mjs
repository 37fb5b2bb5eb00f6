// Builds parts of the repository into dist, as far as they have changed: `node scripts/build.mjs service pages`.
import { bundlePages } from './pages.mjs';
import { compile, compileService } from './compile.mjs';

const PARTS = {
  service: compileService,
  pages: bundlePages,
  // The benchmark starts servers and sends requests like the tests do.
  bench: () => compile(['bench', 'test/support', 'test/fault/support']),
  'test/fault': () => compile(['test/fault/planted']),
};

try {
  for (const part of process.argv.slice(2)) await PARTS[part]();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
