// Before the commands named …:prod, which run what `npm run build` has made and build nothing themselves.
import { existsSync } from 'node:fs';

if (!existsSync('dist/src/main.js')) {
  console.error(
    'dist is missing: run `npm run build` first, with the development dependencies, or bring along what it made.',
  );
  process.exit(1);
}
