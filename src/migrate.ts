import { log } from './common/log';
import { logProcess } from './common/process-log';
import { databaseUrlFrom, loadEnvironment } from './config';
import { untilDatabaseAnswers } from './database/await-database';
import { migrate } from './database/migrations';

/** `npm run migrate`: brings the database of DATABASE_URL to the current schema. The embedded one migrates at start. */
async function main(): Promise<void> {
  const databaseUrl = databaseUrlFrom(loadEnvironment());
  if (!databaseUrl) throw new Error('DATABASE_URL is not set; the embedded database is migrated by every start.');
  await untilDatabaseAnswers(databaseUrl, { onWait: (reason) => log.warn({ reason }, 'waiting for PostgreSQL') });
  const applied = await migrate(databaseUrl);
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.');
}

logProcess();
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
