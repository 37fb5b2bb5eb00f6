import { databaseUrlFrom, loadEnvironment } from './config';
import { migrate } from './database/migrations';

/** `npm run migrate`: brings the database of DATABASE_URL to the current schema. The embedded one migrates at start. */
async function main(): Promise<void> {
  const databaseUrl = databaseUrlFrom(loadEnvironment());
  if (!databaseUrl) throw new Error('DATABASE_URL is not set; the embedded database is migrated by every start.');
  const applied = await migrate(databaseUrl);
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
