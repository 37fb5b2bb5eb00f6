import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { LOCK_SESSION } from './migration-lock';
import { MIGRATING, type SessionTexts } from '../session-text';

export interface Blocker extends SessionTexts {
  readonly table: string | null;
  /** Transaction whose end the migration waits for. */
  readonly transaction: string | null;
}

/** Milliseconds; more often than a migration releases what it waits for. */
const POLL_MS = 300;

/** Watches which sessions of this server block the migration, on its own connection, until the signal is aborted. */
export async function watchBlockers(
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
