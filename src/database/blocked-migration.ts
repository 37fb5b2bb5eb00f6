import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { SESSION } from './migration-lock';
import { MIGRATING, type Session } from './session-text';

/** A session that keeps a migration waiting, and the table, where it is one. */
export interface Blocker extends Session {
  readonly table: string | null;
  /** The transaction, where the migration waits for its end. */
  readonly transaction: string | null;
}

/** More often than a migration releases what it waits for. */
const POLL_MS = 300;

/**
 * Looks who keeps the migration waiting, on a connection of its own, for as long as the signal lasts. It sees waits on this
 * server; those on a worker of a Citus cluster it does not.
 */
export async function watchBlockers(
  dataSource: DataSource,
  signal: AbortSignal,
  onBlocked: (blocker: Blocker) => void,
): Promise<void> {
  for (;;) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    // A look that fails says nothing; the migration itself meets what is wrong.
    const [blocker] = await dataSource.query<Blocker[]>(FIND_BLOCKERS, [MIGRATING]).catch(() => []);
    if (blocker) onBlocked(blocker);
  }
}

const FIND_BLOCKERS = `
  select w.relation::regclass::text as "table", w.virtualxid as transaction, blocker.pid, ${SESSION}
  from pg_stat_activity m join pg_locks w on w.pid = m.pid and not w.granted
    cross join unnest(pg_blocking_pids(m.pid)) as blocker (pid)
    left join pg_stat_activity a on a.pid = blocker.pid
  where m.application_name = $1 and m.datname = current_database() and m.usename = session_user
    and blocker.pid <> pg_backend_pid()
  order by a.xact_start`;
