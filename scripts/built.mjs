// Runs before the commands named …:prod, which run the result of `npm run build` and do not build.
import { existsSync } from 'node:fs';

if (!existsSync('dist/src/main.js')) {
  console.error(
    'dist is missing: run `npm run build` first, with the development dependencies, or bring along what it made.',
  );
  process.exit(1);
}
