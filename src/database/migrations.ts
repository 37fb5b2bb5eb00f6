import { setTimeout as sleep } from 'node:timers/promises';
import { openDataSource } from './data-source';

const LOCK = 4_711;

/**
 * Applies the pending migrations and returns their names. Several instances may call it at once: an advisory lock lets
 * one through at a time. The lock is polled: a session that blocks in pg_advisory_lock holds a snapshot, and a
 * `create index concurrently` of the session in front would wait for that snapshot for ever.
 */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = await openDataSource(url);
  const lock = dataSource.createQueryRunner();
  try {
    for (;;) {
      const [row] = (await lock.query('select pg_try_advisory_lock($1) as locked', [LOCK])) as { locked: boolean }[];
      if (row?.locked) break;
      await sleep(200);
    }
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return applied.map((migration) => migration.name);
  } finally {
    // Ending the session also gives the lock back, whatever happened.
    await lock.release();
    await dataSource.destroy();
  }
}

/** Takes back the latest migration; for tests and for an operator who has to step back. */
export async function revertLatest(url: string): Promise<void> {
  const dataSource = await openDataSource(url);
  try {
    await dataSource.undoLastMigration({ transaction: 'each' });
  } finally {
    await dataSource.destroy();
  }
}
