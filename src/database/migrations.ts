import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { MIGRATION_NAMES, openDataSource } from './data-source';
import { sqlState } from './errors';

const LOCK = 4_711;

/** Milliseconds that a migration waits for a lock: later statements on the same table wait for it. */
const LOCK_TIMEOUT = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** What becomes of a migration that gets no lock: how often it is tried, with how many milliseconds for everybody else in between. */
interface Patience {
  readonly attempts: number;
  readonly pause: number;
  /** Called for each attempt, except the last, that got no lock. */
  readonly onWait: () => void;
}
const PATIENCE: Patience = { attempts: 60, pause: 2_000, onWait: () => undefined };

/**
 * Applies the pending migrations and returns their names. Several instances may call it at once: an advisory lock lets
 * one through at a time. The lock is polled: a session that blocks in pg_advisory_lock holds a snapshot, and a
 * `create index concurrently` of the session in front would wait for that snapshot for ever.
 */
export async function migrate(url: string, patience: Partial<Patience> = {}): Promise<string[]> {
  const dataSource = await openDataSource(url, { lock_timeout: LOCK_TIMEOUT });
  const lock = dataSource.createQueryRunner();
  try {
    for (;;) {
      const [row] = (await lock.query('select pg_try_advisory_lock($1) as locked', [LOCK])) as { locked: boolean }[];
      if (row?.locked) break;
      await sleep(200);
    }
    const before = await namesIn(dataSource);
    await runPending(dataSource, { ...PATIENCE, ...patience });
    return (await namesIn(dataSource)).filter((name) => !before.includes(name));
  } finally {
    // Ending the session also releases the lock, whatever happened.
    await lock.release();
    await dataSource.destroy();
  }
}

/** What a migration without its lock has begun is rolled back; those before it stay. */
async function runPending(dataSource: DataSource, { attempts, pause, onWait }: Patience): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (attempt === attempts) throw new Error(NO_LOCK, { cause: error });
      onWait();
      await sleep(pause);
    }
  }
}

const NO_LOCK =
  'A migration got no lock on its table, because another session keeps it (pg_stat_activity, pg_locks). Run it again: what was applied stays.';

/** Which migrations a database has seen, and which it has not. */
interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Those of a later release. */
  readonly unknown: readonly string[];
}

/** Reads what was applied. Changes nothing; the service's role is enough. */
export const migrationStatus = (url: string): Promise<MigrationStatus> =>
  withDataSource(url, async (dataSource) => {
    const found = await namesIn(dataSource);
    return {
      applied: MIGRATION_NAMES.filter((name) => found.includes(name)),
      pending: MIGRATION_NAMES.filter((name) => !found.includes(name)),
      unknown: found.filter((name) => !MIGRATION_NAMES.includes(name)),
    };
  });

/** Reverts the latest migration; for tests and for an operator who has to step back. */
export const revertLatest = (url: string): Promise<void> =>
  withDataSource(url, (dataSource) => dataSource.undoLastMigration({ transaction: 'each' }));

/** In the order in which they ran; none in a database that no migration has seen. */
async function namesIn(dataSource: DataSource): Promise<string[]> {
  const [table] = await dataSource.query<{ name: string | null }[]>(`select to_regclass('migrations') as name`);
  if (!table?.name) return [];
  const rows = await dataSource.query<{ name: string }[]>('select name from migrations order by id');
  return rows.map(({ name }) => name);
}

async function withDataSource<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await openDataSource(url);
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
