import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { applyPending, namesIn } from './apply-pending';
import { isAfterFirst, MIGRATION_NAMES, openDataSource } from './data-source';
import { type Patience, takeMigrationLock } from './migration-lock';
import { findMigrator } from './migrator';
import { migratorRefusal } from '../refusals';
import { ignore } from '../pool';
import { ServiceClient, type SessionSettings } from '../service-client';
import { MIGRATING } from '../session-text';
import { MINUTE_MS } from '../../contract/durations';

/** A short lock time-out: later statements on the same table wait for the migration. */
const MIGRATING_SESSION: SessionSettings = { lock_timeout: '1s' };
/** Milliseconds that it waits for another migration and for holders of its locks. */
const LOCK_PATIENCE_MS = 5 * MINUTE_MS;
/** Milliseconds between two lines about a wait. */
const REPEAT_MS = 10_000;

/**
 * Applies the pending migrations and returns their names. Concurrent calls run one after the other. Throws one line,
 * with nothing changed, when the server or the role cannot do it.
 */
export async function migrate(
  url: string,
  onWait: Patience['onWait'] = ignore,
  ms = LOCK_PATIENCE_MS,
): Promise<string[]> {
  const patience = { ms, onWait: throttled(onWait) };
  const lock = new ServiceClient({ connectionString: url });
  // The running statement reports the error.
  await lock.connect();
  try {
    const refusal = migratorRefusal(await findMigrator(lock));
    if (refusal) throw new Error(refusal);
    await takeMigrationLock(lock, patience);
    return await withDataSource(url, (dataSource) => applyUnder(lock, dataSource, patience), MIGRATING_SESSION);
  } finally {
    // The end of the session also releases the lock.
    await lock.end();
  }
}

/** Passes on the first line at once, then one every ten seconds. */
function throttled(report: Patience['onWait']): Patience['onWait'] {
  let next = 0;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + REPEAT_MS;
    report(line);
  };
}

/** Applies pending migrations while the lock lasts; the next holder must not find another at work. */
async function applyUnder(lock: Client, dataSource: DataSource, patience: Patience): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  const connection = (await runner.connect()) as Client;
  let isLost = false;
  const stop = (): void => {
    isLost = true;
    void connection.end();
  };
  lock.once('end', stop);
  try {
    // The lock's connection may have been lost before this listened.
    await lock.query('select 1');
    await runner.query(`set application_name = '${MIGRATING}'`);
    await runner.query(NO_TIME_OUTS);
    // Ends its statement soon after the command was killed, where the server can.
    await runner.query(`set client_connection_check_interval = '1s'`).catch(ignore);
    return await applyPending(dataSource, runner, patience);
  } catch (error) {
    throw isLost ? new Error(LOCK_LOST, { cause: error }) : error;
  } finally {
    lock.off('end', stop);
    await runner.release();
  }
}

/** Overrides time-outs of server, database and role: an index takes its time. Not every release has the second. */
const NO_TIME_OUTS = `
  select set_config(name, '0', false) from pg_settings where name in ('statement_timeout', 'transaction_timeout')`;

const LOCK_LOST =
  'The connection that holds the lock of migrations was closed, so the migration was stopped. What was applied stays; run this again.';

interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Migrations of a later release. */
  readonly unknown: readonly string[];
}

/** Reads which migrations were applied. Changes nothing; the service's role is enough. */
export const migrationStatus = (url: string): Promise<MigrationStatus> =>
  withDataSource(url, async (dataSource) => {
    const found = await namesIn(dataSource);
    return {
      applied: MIGRATION_NAMES.filter((name) => found.includes(name)),
      pending: MIGRATION_NAMES.filter((name) => !found.includes(name)),
      unknown: found.filter((name) => !MIGRATION_NAMES.includes(name) && isAfterFirst(name)),
    };
  });

/** Reverts the latest migration, for tests and operators. */
export const revertLatest = (url: string): Promise<void> =>
  withDataSource(url, (dataSource) => dataSource.undoLastMigration({ transaction: 'each' }));

async function withDataSource<T>(
  url: string,
  work: (dataSource: DataSource) => Promise<T>,
  session: SessionSettings = {},
): Promise<T> {
  const dataSource = await openDataSource(url, session);
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
