import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { endOf, mayBeLeftBehind, MIGRATING, type Session, sessionText } from './session-text';

const LOCK = 4_711;
const POLL_MS = 500;

/** How long a command waits for others, and what it says meanwhile. */
export interface Patience {
  readonly ms: number;
  /** Gets one line about who keeps it waiting, as often as it looks. */
  readonly onWait: (line: string) => void;
}

/**
 * Lets one migration through at a time: the lock belongs to a transaction, which stays open until the client ends. So no
 * pooler can keep it when its client is gone. Earlier releases took the same lock for a session; the two exclude each other.
 *
 * The lock is polled: a session that blocks in pg_advisory_lock holds a snapshot, and a `create index concurrently` of the
 * session in front would wait for that snapshot for ever. The open transaction holds none, because it is read committed.
 */
export async function takeMigrationLock(client: Client, { ms, onWait }: Patience): Promise<void> {
  for (const end = performance.now() + ms; !(await tryLock(client)); await sleep(POLL_MS)) {
    const [holder] = (await client.query<Session>(FIND_HOLDER, [LOCK])).rows;
    if (performance.now() > end) throw new Error(gaveUp(holder, ms));
    if (holder) onWait(`Waiting: ${sessionText(holder)} holds the lock of migrations.${hintOf(holder)}`);
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
 * Nothing may end the transaction while migrations run; its name tells other migrations who works. Without parameters: a
 * statement with some would keep its portal, and with it a snapshot, until the next one.
 */
const TRY_LOCK = `
  select pg_try_advisory_xact_lock(${LOCK}) as "isLocked", set_config('application_name', '${MIGRATING}', true),
         set_config('idle_in_transaction_session_timeout', '0', true),
         case when current_setting('transaction_timeout', true) is not null then set_config('transaction_timeout', '0', true) end`;

/** The columns of a session `a` of `pg_stat_activity`. */
export const SESSION = `a.usename::text as role, a.application_name as application, host(a.client_addr) as address,
  a.backend_start as "connectedAt", a.state, coalesce(a.xact_start, a.state_change) as since`;

const FIND_HOLDER = `
  select l.pid, ${SESSION} from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0 and l.objid = $1
    and l.database = (select oid from pg_database where datname = current_database())`;

const hintOf = (holder: Session): string =>
  mayBeLeftBehind(holder)
    ? ` Unless a migration of an earlier release is at work, it was left on a connection of a pooler: end that${endOf(holder)}.`
    : '';

const gaveUp = (holder: Session | undefined, ms: number): string =>
  holder
    ? `Gave up after ${secondsOf(ms)} seconds: ${sessionText(holder)} holds the lock of migrations. Nothing was applied. If no migration is at work there, end that session${endOf(holder)}, and run this again.`
    : `Gave up after ${secondsOf(ms)} seconds: other migrations hold the lock in turn. Nothing was applied; run this again.`;

const secondsOf = (ms: number): number => Math.round(ms / 1_000);
