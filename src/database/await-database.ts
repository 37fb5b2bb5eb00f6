import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { connectionRefusal, refusalOfServer } from './refusals';
import { isLate, sqlState } from './errors';
import { ignore } from './pool';
import { ServiceClient } from './service-client';

/** Rounds that reveal whether one caller gets another's connection. */
const ROUNDS = 20;
/** Milliseconds: a pooler with one connection never answers while the other's transaction is open. */
const QUERY_TIMEOUT_MS = 2_000;

interface ServerInfo {
  /** `server_version_num`. */
  readonly release: number;
  /** Whether a session keeps process, settings and prepared statements during another's transaction. */
  readonly keepsSessions: boolean;
  readonly limits: ConnectionLimits;
}

/** Allowed connections of all callers; null for a role or database without a limit. */
export interface ConnectionLimits {
  readonly server: number;
  readonly database: number | null;
  readonly role: number | null;
  readonly roleName: string;
}

/** Connects twice, as the service does. Throws what connecting throws. */
async function inspectServer(connectionString: string): Promise<ServerInfo> {
  const make = (): ServiceClient =>
    new ServiceClient({ connectionString, application_name: 'entrada start', query_timeout: QUERY_TIMEOUT_MS });
  const [first, other] = [make(), make()];
  try {
    await first.connect();
    await other.connect();
    const { rows } = await first.query<{ release: number; limits: ConnectionLimits }>(INSPECT_SERVER);
    const [found] = rows as [{ release: number; limits: ConnectionLimits }];
    return { ...found, keepsSessions: await keepsSession(first, other).catch(isOfPooler) };
  } finally {
    for (const client of [first, other]) void client.end().catch(ignore);
  }
}

const INSPECT_SERVER = `
  select current_setting('server_version_num')::int as release, jsonb_build_object(
    'server', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int,
    'database', (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    'role', (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper), 'roleName', current_user) as limits`;

interface SessionState {
  readonly pid: number;
  readonly mark: string | null;
}

const SESSION_STATE = {
  name: 'session_state',
  text: `select pg_backend_pid() as pid, current_setting('entrada.mark', true) as mark`,
};

const stateOf = async (client: ServiceClient): Promise<SessionState> =>
  (await client.query<SessionState>(SESSION_STATE)).rows[0] as SessionState;

async function keepsSession(first: ServiceClient, other: ServiceClient): Promise<boolean> {
  const mark = randomUUID();
  await first.query(`select set_config('entrada.mark', $1, false)`, [mark]);
  const { pid } = await stateOf(first);
  for (let round = 0; round < ROUNDS; round++) {
    await other.query('begin');
    const others = await stateOf(other);
    const own = await stateOf(first);
    await other.query('rollback');
    if (others.pid === pid || own.pid !== pid || own.mark !== mark) return false;
  }
  return true;
}

/** PgBouncer's refusals, and a named statement that is unknown or exists already. */
const POOLER_STATES = ['08P01', '26000', '42P05'];

/** Returns false for errors of a session that is not kept; throws any other. */
function isOfPooler(error: unknown): false {
  if (POOLER_STATES.includes(sqlState(error) ?? '') || isLate(error)) return false;
  throw error;
}

const START_PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

interface Waiting {
  /** Called once, when the first try fails for a reason that may pass. */
  readonly onWait: (reason: string) => void;
  readonly patienceMs?: number;
}

/**
 * Returns when the database of `DATABASE_URL` accepts connections, with what was found there. Throws one sentence with
 * setting and reason after 20 seconds, or at once when waiting cannot help.
 */
export async function untilDatabaseAnswers(
  url: string,
  { onWait, patienceMs = START_PATIENCE_MS }: Waiting,
): Promise<ServerInfo> {
  const end = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    const found = await inspectServer(url).catch(connectionRefusal);
    if ('release' in found) return usable(found);
    if (!found.mayPass) throw new Error(`DATABASE_URL: ${found.reason}`);
    if (tries === 1) onWait(found.reason);
    if (Date.now() + PAUSE_MS >= end) {
      throw new Error(`DATABASE_URL: ${found.reason}, for ${Math.round(patienceMs / 1_000)} seconds`);
    }
    await sleep(PAUSE_MS);
  }
}

function usable(server: ServerInfo): ServerInfo {
  const refusal = refusalOfServer(server.release) ?? (server.keepsSessions ? undefined : NO_SESSIONS);
  if (refusal) throw new Error(`DATABASE_URL: ${refusal}`);
  return server;
}

const NO_SESSIONS =
  'a pooler answers there that does not keep sessions (PgBouncer: pool_mode = transaction or statement): name the server itself, or a pool in session mode (docs/operations.md, "Poolers")';
