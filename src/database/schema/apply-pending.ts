import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { namesIn } from './applied-names';
import { type Blocker, watchBlockers } from './blocked-migration';
import { sqlState } from '../errors';
import type { Patience } from './migration-lock';
import { sessionEnd, sessionText } from '../session-text';

const LOCK_NOT_AVAILABLE = '55P03';
/** Milliseconds for other sessions between two attempts. */
const PAUSE_MS = 2_000;

/** Applies the pending migrations and returns their names. Retries one without a lock until the patience ends. */
export async function applyPending(dataSource: DataSource, runner: QueryRunner, patience: Patience): Promise<string[]> {
  let before: string[] | undefined;
  let blocker: Blocker | undefined;
  const watching = new AbortController();
  const watch = watchBlockers(dataSource, watching.signal, (found) => {
    // Transactions that end in a moment are not reported.
    if (isSame(found, blocker)) patience.onWait(`Waiting: ${reasonOf(found)}.`);
    blocker = found;
  });
  try {
    for (let end: number | undefined; ; await sleep(PAUSE_MS)) {
      blocker = undefined;
      try {
        before ??= await namesIn(runner);
        await applyOnce(dataSource, runner);
        return (await namesIn(runner)).filter((name) => !before?.includes(name));
      } catch (error) {
        if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
        end ??= performance.now() + patience.ms;
        if (performance.now() > end) throw new Error(gaveUp(blocker, patience.ms), { cause: error });
        patience.onWait(`Waiting: ${reasonOf(blocker)}.`);
      }
    }
  } finally {
    watching.abort();
    await watch;
  }
}

/** Throws an error with the name of the failed migration, unless it got no lock. */
async function applyOnce(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  let failure: string | undefined;
  // TypeORM would print it at each attempt.
  dataSource.logger.logMigration = (text) => void (failure = text);
  try {
    await executor.executePendingMigrations();
  } catch (error) {
    if (failure === undefined || sqlState(error) === LOCK_NOT_AVAILABLE) throw error;
    throw new Error(failure, { cause: error });
  }
}

const isSame = (one: Blocker, other: Blocker | undefined): boolean =>
  one.pid === other?.pid && one.transaction === other.transaction;

function reasonOf(blocker: Blocker | undefined): string {
  if (!blocker) return 'another session keeps a lock that a migration needs (pg_stat_activity, pg_locks)';
  const who = sessionText(blocker);
  return blocker.table === null
    ? `the transaction of ${who} has not ended`
    : `${who} keeps a lock on the table ${blocker.table}`;
}

const gaveUp = (blocker: Blocker | undefined, ms: number): string =>
  `Gave up after ${Math.round(ms / 1_000)} seconds: ${reasonOf(blocker)}. Wait for it, or end it${blocker ? sessionEnd(blocker) : ''}, and run this again. What was applied stays.`;
