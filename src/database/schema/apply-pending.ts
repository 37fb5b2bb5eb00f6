import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { upgradeRefusal } from '../../../migrations/release-1.2.0/upgrade-refusal';
import { LOCK_NOT_AVAILABLE, sqlState } from '../errors';
import { type Patience, LOCK_SESSION } from './migration-lock';
import { sessionEnd, sessionText, MIGRATING, type SessionTexts } from '../session-text';

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
        before ??= await upgradable(runner);
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

/** Lists the applied migrations. Throws one sentence when this release cannot upgrade the database. */
async function upgradable(runner: QueryRunner): Promise<string[]> {
  const names = await namesIn(runner);
  const refusal = await upgradeRefusal(runner, names);
  if (refusal) throw new Error(refusal);
  return names;
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

/** Lists the applied migrations in order; empty for a new database. */
export async function namesIn(database: DataSource | QueryRunner): Promise<string[]> {
  const [table] = (await database.query(`select to_regclass('migrations') as name`)) as { name: string | null }[];
  if (!table?.name) return [];
  const rows = (await database.query('select name from migrations order by id')) as { name: string }[];
  return rows.map(({ name }) => name);
}

interface Blocker extends SessionTexts {
  readonly table: string | null;
  /** Transaction whose end the migration waits for. */
  readonly transaction: string | null;
}

/** Milliseconds; more often than a migration releases what it waits for. */
const POLL_MS = 300;

/** Watches which sessions of this server block the migration, on its own connection, until the signal is aborted. */
async function watchBlockers(
  dataSource: DataSource,
  signal: AbortSignal,
  onBlocked: (blocker: Blocker) => void,
): Promise<void> {
  for (;;) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // Failed checks are ignored; the migration itself meets the same error.
    const [blocker] = await dataSource.query<Blocker[]>(FIND_BLOCKERS, [MIGRATING]).catch(() => []);
    if (blocker) onBlocked(blocker);
  }
}

const FIND_BLOCKERS = `
  select w.relation::regclass::text as "table", w.virtualxid as transaction, blocker.pid, ${LOCK_SESSION}
  from pg_stat_activity m join pg_locks w on w.pid = m.pid and not w.granted
    cross join unnest(pg_blocking_pids(m.pid)) as blocker (pid)
    left join pg_stat_activity a on a.pid = blocker.pid
  where m.application_name = $1 and m.datname = current_database() and m.usename = session_user
    and blocker.pid <> pg_backend_pid()
  order by a.xact_start`;
