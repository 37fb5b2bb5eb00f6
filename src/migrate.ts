import { parseArgs } from 'node:util';
import { log } from './common/process/log';
import { logProcess } from './common/process/process-log';
import { RELEASE } from './common/process/version';
import { databaseUrlFrom } from './commands/command-settings';
import { loadEnvironment } from './config/config';
import { untilDatabaseAnswers } from './database/await-database';
import { migrationTexts } from './database/schema/migrator';
import { migrate, migrationStatus } from './database/schema/migrations';

const USAGE = `Usage: npm run migrate [-- --status | --dry-run]

Brings the database of DATABASE_URL to the schema of this release. The embedded one is migrated by every start.
--status   lists the migrations, applied and pending, and changes nothing; ends with 2 when some are pending
--dry-run  prints the SQL of the pending migrations, and runs none of it
--version  prints the release`;

/** Exit status of `--status` with pending migrations. */
const PENDING = 2;

async function main(): Promise<void> {
  const { status, 'dry-run': isDry, version, help } = options();
  if (help) return console.log(USAGE);
  if (version) return console.log(RELEASE.version);
  const url = databaseUrlFrom(loadEnvironment());
  if (!url) throw new Error('DATABASE_URL is not set; the embedded database is migrated by every start.');
  await untilDatabaseAnswers(url, { onWait: (reason) => log.warn({ reason }, 'waiting for PostgreSQL') });
  if (status) return printStatus(url);
  if (isDry) return printPending(url);
  const applied = await migrate(url, (line) => console.error(line));
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply.');
}

function options() {
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({ options: { status: flag, 'dry-run': flag, version: flag, help: flag } });
    if (Object.keys(values).length > 1) throw new Error('One option at a time.');
    return values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

async function printStatus(url: string): Promise<void> {
  const { applied, pending, unknown } = await migrationStatus(url);
  for (const name of applied) console.log(`applied  ${name}`);
  for (const name of pending) console.log(`pending  ${name}`);
  for (const name of unknown) console.log(`unknown  ${name} (of a later release)`);
  if (pending.length > 0) process.exitCode = PENDING;
}

async function printPending(url: string): Promise<void> {
  const { pending } = await migrationStatus(url);
  for (const { name, isTransaction, statements } of await migrationTexts()) {
    if (!pending.includes(name)) continue;
    console.log(`-- ${name}, ${isTransaction ? 'in one transaction' : 'each statement by itself'}`);
    for (const statement of statements) console.log(`${statement.trim()};`);
  }
  if (pending.length === 0) console.log('-- Nothing to apply.');
}

logProcess();
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
