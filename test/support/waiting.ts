import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './app';

/** On a cluster the workers hold the locks, and a view of Citus shows the waiting sessions. */
const isCluster = (): boolean => process.env.TEST_SERVER_URLS !== undefined;

const waiting = (): string =>
  isCluster()
    ? 'select from citus_lock_waits where blocking_gpid = citus_backend_gpid()'
    : 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';

/** Waits until `isDone`, or until a session waits for a lock of `test.sql`'s transaction. */
export async function waitsOrEnds(test: TestApp, isDone: () => boolean): Promise<'waits' | 'ends'> {
  for (;;) {
    if (isDone()) return 'ends';
    if ((await test.sql(waiting())).length > 0) return 'waits';
    await sleep(5);
  }
}

const anyWaiting = (): string =>
  isCluster()
    ? 'select distinct waiting_gpid from citus_lock_waits'
    : 'select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 and datname = current_database()';

/** Waits until this many sessions wait for a lock; not within a transaction of `test.sql`. */
export async function untilWaiting(test: TestApp, sessions = 1): Promise<void> {
  while ((await test.sql(anyWaiting())).length < sessions) await sleep(5);
}

/** Counts sessions that wait for a lock, also within a transaction of `test.sql`. */
export async function waitingSessions(test: TestApp): Promise<number> {
  await test.sql('select pg_stat_clear_snapshot()');
  return (await test.sql(anyWaiting())).length;
}

/** Waits for a condition; only the time limit of the test ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}
