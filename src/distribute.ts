import { Client } from 'pg';
import { log } from './common/process/log';
import { logProcess } from './common/process/process-log';
import { databaseUrlFrom } from './commands/command-settings';
import { loadEnvironment } from './config/config';
import { untilDatabaseAnswers } from './database/await-database';
import { distribute, talkativeNodes } from './database/cluster/distribution';

/** `npm run distribute`: turns the database of DATABASE_URL, on a Citus coordinator, into a distributed one. */
async function main(): Promise<void> {
  const connectionString = databaseUrlFrom(loadEnvironment());
  if (!connectionString) throw new Error('DATABASE_URL is not set; it must name the coordinator of a Citus cluster.');
  await untilDatabaseAnswers(connectionString, { onWait: (reason) => log.warn({ reason }, 'waiting for PostgreSQL') });
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const tables = await distribute(client);
    console.log(tables.length > 0 ? `Distributed: ${tables.join(', ')}` : 'Everything is distributed already.');
    const talkative = await talkativeNodes(client);
    if (talkative.length > 0) console.warn(`${PERSONAL_DATA_IN_LOGS}\n  ${talkative.join('\n  ')}`);
  } finally {
    await client.end();
  }
}

const PERSONAL_DATA_IN_LOGS =
  'Personal data may get into the logs of these nodes, by these settings (docs/operations.md, "Logs of a distributed database"):';

logProcess();
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
