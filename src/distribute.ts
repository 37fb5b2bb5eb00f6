import { Client } from 'pg';
import { log } from './common/process/log';
import { logProcess } from './common/process/process-log';
import { misused, readOptions, runCommand } from './commands/command';
import { databaseUrlFrom } from './commands/command-settings';
import { loadEnvironment } from './config/config';
import { untilDatabaseAnswers } from './database/await-database';
import { distribute, MOST_SHARDS, SHARDS, talkativeNodes } from './database/cluster/distribution';

const USAGE = `Usage: npm run distribute -- [--shards ${SHARDS}]

Distributes the database of DATABASE_URL, on a Citus coordinator, over its workers. Stop the service, and make a backup first.
--shards  the parts of each table, at least one for each worker that you will ever have: nobody can change their number later`;

/** `npm run distribute`: turns the database of DATABASE_URL, on a Citus coordinator, into a distributed one. */
async function main(): Promise<void> {
  const { shards: given, help } = readOptions({ shards: { type: 'string' }, help: { type: 'boolean', short: 'h' } });
  if (help) return console.log(USAGE);
  const shards = shardsFrom(given);
  const connectionString = databaseUrlFrom(loadEnvironment());
  if (!connectionString) throw new Error('DATABASE_URL is not set; it must name the coordinator of a Citus cluster.');
  await untilDatabaseAnswers(connectionString, { onWait: (reason) => log.warn({ reason }, 'waiting for PostgreSQL') });
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const tables = await distribute(client, shards);
    console.log(tables.length > 0 ? `Distributed: ${tables.join(', ')}` : 'Everything is distributed already.');
    const talkative = await talkativeNodes(client);
    if (talkative.length > 0) console.warn(`${PERSONAL_DATA_IN_LOGS}\n  ${talkative.join('\n  ')}`);
  } finally {
    await client.end();
  }
}

const PERSONAL_DATA_IN_LOGS =
  'Personal data may get into the logs of these nodes, by these settings (docs/operations.md, "Logs of a distributed database"):';

function shardsFrom(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const shards = Number(given);
  if (!/^\d+$/.test(given) || shards < 1 || shards > MOST_SHARDS)
    misused(`--shards takes a whole number from 1 to ${MOST_SHARDS}`);
  return shards;
}

logProcess();
runCommand(USAGE, main);
