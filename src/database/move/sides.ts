import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { isConnectionLoss } from '../errors';
import { connectionRefusal, type MoveTarget, refusalOfTarget } from '../refusals';

interface Side {
  readonly client: Client;
  /** Rejects when the connection ends, with a sentence that names the database. */
  readonly lost: Promise<never>;
}

const CONNECT_MS = 10_000;

/** Connects, or throws one sentence that names the database and the reason. */
export async function connectSide({ name, url }: Address, applicationName = 'entrada move'): Promise<Side> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  const lost = new Promise<never>((_, reject) => {
    client.on('error', (error) => reject(refused(name, error)));
    client.on('end', () => reject(new Error(`${name}: the connection has ended`)));
  });
  // Handled here in case nothing awaits it any more.
  lost.catch(() => undefined);
  await client.connect().catch((error: unknown) => {
    throw refused(name, error);
  });
  return { client, lost };
}

const refused = (name: string, cause: unknown): Error =>
  new Error(`${name}: ${connectionRefusal(cause).reason}`, { cause });

/** Gives values the same text on every server, also on the workers of a cluster; no time-out but one for locks. */
const SETTINGS: Readonly<Record<string, string>> = {
  // The first one, so that it counts for the others.
  'citus.propagate_set_commands': 'local',
  search_path: 'public',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  lock_timeout: '10s',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
};

/** Begins a transaction with the settings that the server has. */
export async function begin(client: Client, mode = ''): Promise<void> {
  await client.query(`begin ${mode}`);
  const { rows } = await client.query<{ name: string }>('select name from pg_settings where name = any($1)', [
    Object.keys(SETTINGS),
  ]);
  const known = new Set(rows.map(({ name }) => name));
  for (const [name, value] of Object.entries(SETTINGS))
    if (known.has(name)) await client.query(`set local ${name} to ${client.escapeLiteral(value)}`);
}

/** Milliseconds from a server's last message to the end of its connection. */
const LAST_WORDS_MS = 1_000;

/** A database as the command's caller names it. */
export interface Address {
  readonly name: string;
  readonly url: string;
}

/** Throws one sentence unless this is the address of the tables' owner, or of the future one, on a server of these releases. */
export async function requireOwner({ name, url }: Address): Promise<void> {
  const { client } = await connectSide({ name, url });
  try {
    const { rows } = await client.query<MoveTarget>(`
      select current_setting('server_version_num')::int as release,
             (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
             rolname as role, rolsuper as "isSuperuser",
             coalesce((select relowner = r.oid from pg_class where oid = to_regclass('public.accounts')),
                      has_schema_privilege('public', 'create')) as "isOwner"
      from pg_roles r where rolname = current_user`);
    const refusal = rows[0] && refusalOfTarget(rows[0]);
    if (refusal) throw new Error(`${name}: ${refusal}`);
  } finally {
    await client.end();
  }
}

/** Returns the result of the work, or throws a named error when a connection is lost, even while the work hangs. */
async function whileConnected<T>(sides: readonly Side[], work: Promise<T>): Promise<T> {
  const losses = sides.map(({ lost }) => lost);
  const named = work.catch(async (error: unknown) => {
    // A server's last message comes before the end of its connection.
    if (isConnectionLoss(error)) await Promise.race([...losses, sleep(LAST_WORDS_MS)]);
    throw error instanceof DatabaseError ? new Error(connectionRefusal(error).reason, { cause: error }) : error;
  });
  return Promise.race([named, ...losses]);
}

/** Does the work with a connection to each of two databases; an error names the one that is lost. */
export async function betweenSides<T>(
  from: Address,
  to: Address,
  work: (source: Client, target: Client) => Promise<T>,
): Promise<T> {
  const source = await connectSide(from);
  try {
    const target = await connectSide(to);
    try {
      return await whileConnected([source, target], work(source.client, target.client));
    } finally {
      await target.client.end();
    }
  } finally {
    await source.client.end();
  }
}
