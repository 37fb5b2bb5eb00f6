// Runs before the commands named …:prod, which run the result of `npm run build` and do not build.
import { existsSync } from 'node:fs';

/** A build removes these first and writes them last. */
const RECORDS = ['dist/src/.compiled.json', 'dist/migrations/.compiled.json', 'dist/pages/.bundled'];

if (!RECORDS.every((file) => existsSync(file))) {
  console.error(
    'dist is missing or was not built to the end: run `npm run build` first, with the development dependencies, or bring along what it made.',
  );
  process.exit(1);
}
