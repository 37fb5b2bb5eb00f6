import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { logProcess } from './common/process/process-log';
import { RELEASE } from './common/process/version';
import { rowsLine } from './commands/command';
import { moveSettingsFrom } from './commands/command-settings';
import { loadEnvironment } from './config/config';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded/embedded-postgres';
import { isFirstStart } from './database/embedded/data-folder';
import { moveDatabase } from './database/move/move-database';
import { requireOwner } from './database/move/sides';

const USAGE = `Usage: npm run move -- --to postgres://entrada_owner:…@host:5432/entrada

Copies everything in the embedded database of DATA_DIR into an empty database of a server, PostgreSQL 15 or newer, and compares it. Stop the
service first. The server needs the two roles (docs/operations.md, "Roles"), and no migrations: the command runs them. It may run again at any time.
--to       the address of entrada_owner; its password may be in PGPASSWORD instead
--version  prints the release`;

/** `npm run move`: from the embedded database to a server. */
async function main(): Promise<void> {
  const { to: given, version, help } = options();
  if (help) return console.log(USAGE);
  if (version) return console.log(RELEASE.version);
  const { dataDir: folder, to } = moveSettingsFrom(loadEnvironment(), given);
  if (!to) throw new Error(`--to is missing.\n\n${USAGE}`);
  const dataDir = resolve(folder);
  if (isFirstStart(dataDir))
    throw new Error(`There is no embedded database in ${dataDir}: set DATA_DIR to its folder.`);
  await requireOwner({ name: '--to', url: to });
  const source = await startSource(dataDir);
  try {
    await move(source.urls.owner, to);
  } finally {
    await source.stop();
  }
  console.log(nextSteps(dataDir));
}

function options() {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({ options: { to: { type: 'string' }, version: flag, help: flag } }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** Aborted by a signal after the embedded server's start has begun. */
const stopping = new AbortController();

/** Starts the embedded server. From here on a signal ends this process only after that server; the target rolls back. */
async function startSource(dataDir: string): Promise<EmbeddedPostgres> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  const source = await startEmbeddedPostgres({ dataDir, signal: stopping.signal });
  stopping.signal.addEventListener('abort', () => void source.stop().finally(fail));
  return source;
}

function fail(error?: unknown): void {
  const reason = error instanceof Error ? error.message : error;
  console.error(stopping.signal.aborted ? STOPPED : reason);
  process.exit(1);
}

const STOPPED = 'Stopped. Nothing is moved until everything is: run it again.';

async function move(source: string, target: string): Promise<void> {
  let [tables, total] = [0, 0];
  const onTable = (name: string, rows: string): void => {
    tables += 1;
    total += Number(rows);
    console.log(rowsLine(name, rows));
  };
  const onWait = (line: string): void => console.error(line);
  const outcome = await moveDatabase({ source, target, onTable, onWait });
  console.log(
    outcome === 'moved'
      ? `Moved ${total} rows of ${tables} tables, counted and compared on both sides.`
      : 'Everything is there already: all tables are the same on both sides.',
  );
}

const nextSteps = (dataDir: string): string => `
Start the service with
  DATABASE_URL    the address of entrada_app on that server
  OPERATOR_TOKEN  the one that you had set, or else the content of ${join(dataDir, 'operator-token')}
The embedded database is as it was. A start without DATABASE_URL would go on with it: move ${dataDir} away.`;

logProcess();
main().catch(fail);
