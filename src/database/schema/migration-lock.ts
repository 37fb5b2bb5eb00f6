import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { sessionEnd, MIGRATING, type SessionTexts, sessionText } from '../session-text';

const LOCK = 4_711;
const POLL_MS = 500;

/** How long a command waits for others, and whom it notifies. */
export interface Patience {
  readonly ms: number;
  /** Called with one line about the blocking session, at each check. */
  readonly onWait: (line: string) => void;
}

/**
 * Lets one migration run at a time. A transaction, open until the client ends, has the lock, so a pooler cannot keep
 * it. Polls the lock: a session blocked in pg_advisory_lock has a snapshot, for which `create index concurrently` would
 * wait for ever. The open transaction has none, because it is read committed.
 */
export async function takeMigrationLock(client: Client, { ms, onWait }: Patience): Promise<void> {
  for (const end = performance.now() + ms; !(await tryLock(client)); await sleep(POLL_MS)) {
    const [holder] = (await client.query<SessionTexts>(FIND_HOLDER, [LOCK])).rows;
    if (performance.now() > end) throw new Error(gaveUp(holder, ms));
    if (holder) onWait(`Waiting: ${sessionText(holder)} holds the lock of migrations.`);
  }
}

async function tryLock(client: Client): Promise<boolean> {
  await client.query('begin isolation level read committed');
  const { rows } = await client.query<{ isLocked: boolean }>(TRY_LOCK);
  if (rows[0]?.isLocked) return true;
  await client.query('rollback');
  return false;
}

/**
 * Nothing may end the transaction while migrations run; its name identifies it to other migrations. Without parameters,
 * which would keep a portal, and its snapshot, until the next statement.
 */
const TRY_LOCK = `
  select pg_try_advisory_xact_lock(${LOCK}) as "isLocked", set_config('application_name', '${MIGRATING}', true),
         set_config('idle_in_transaction_session_timeout', '0', true),
         case when current_setting('transaction_timeout', true) is not null then set_config('transaction_timeout', '0', true) end`;

/** Columns of a session `a` of `pg_stat_activity`. */
export const LOCK_SESSION = `a.usename::text as role, a.application_name as application, host(a.client_addr) as address,
  a.backend_start as "connectedAt", a.state, coalesce(a.xact_start, a.state_change) as since`;

const FIND_HOLDER = `
  select l.pid, ${LOCK_SESSION} from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0 and l.objid = $1
    and l.database = (select oid from pg_database where datname = current_database())`;

const gaveUp = (holder: SessionTexts | undefined, ms: number): string =>
  holder
    ? `Gave up after ${secondsOf(ms)} seconds: ${sessionText(holder)} holds the lock of migrations. Nothing was applied. If no migration is at work there, end that session${sessionEnd(holder)}, and run this again.`
    : `Gave up after ${secondsOf(ms)} seconds: other migrations hold the lock in turn. Nothing was applied; run this again.`;

const secondsOf = (ms: number): number => Math.round(ms / 1_000);
