import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { connectionRefusal, type MoveTarget, refusalOfTarget } from '../refusals';
import { isConnectionLoss, sqlState } from '../errors';
import { migrate, migrationStatus } from '../schema/migrations';
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import { listAllTables, type Table } from '../schema/account-tables';

/** Copies the rows of a table as a stream, in constant memory. */
async function copyRows(source: Client, target: Client, { name, stored }: Table): Promise<void> {
  const columns = stored.join(', ');
  await pipeline(
    source.query(to(`copy (select ${columns} from ${name}) to stdout`)),
    target.query(from(`copy ${name} (${columns}) from stdin`)),
  );
}

/** Number of a table's rows, and a digest of all values that is independent of their order. */
interface Content {
  readonly rows: string;
  readonly digest: string;
}

/** Reads all rows. Both sides need the settings under which a value has one text. */
async function contentOf(client: Client, { name, columns }: Table): Promise<Content> {
  const { rows } = await client.query<Content>(
    `select count(*)::text as rows, coalesce(sum(('x' || encode(substring(hash for 8), 'hex'))::bit(64)::bigint), 0)::text as digest
     from (select sha256(convert_to(row(${columns.join(', ')})::text, 'UTF8')) as hash from ${name}) hashed`,
  );
  return rows[0] ?? { rows: '', digest: '' };
}

/** Sets each sequence to its position in the source; otherwise the next row might get a used number. */
async function moveSequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, last } of rows) await target.query('select setval($1, $2)', [name, last]);
}

interface Side {
  readonly client: Client;
  /** Rejects when the connection ends, with a sentence that names the database. */
  readonly lost: Promise<never>;
}

const CONNECT_MS = 10_000;

/** Connects, or throws one sentence that names the database and the reason. */
async function connectSide(name: string, url: string): Promise<Side> {
  const client = new Client({
    connectionString: url,
    application_name: 'entrada move',
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

/** Gives values the same text on every server; no time-out but one for locks. */
const SETTINGS = {
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
async function begin(client: Client, mode = ''): Promise<void> {
  await client.query(`begin ${mode}`);
  await client.query(
    `select set_config(s.name, w.value, true) from pg_settings s join json_each_text($1) w on w.key = s.name`,
    [SETTINGS],
  );
}

/** Milliseconds from a server's last message to the end of its connection. */
const LAST_WORDS_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Addresses of the tables' owners. */
interface DatabaseMove {
  readonly source: string;
  readonly target: string;
  readonly onTable: (name: string, rows: string) => void;
  readonly onWait: (line: string) => void;
}

/** `was there`: an earlier run filled the target, without its caller learning so. */
type Outcome = 'moved' | 'was there';

/** Throws one sentence when nothing can be moved to this address. */
export async function requireTarget(url: string): Promise<void> {
  const { client } = await connectSide('--to', url);
  try {
    const { rows } = await client.query<MoveTarget>(`
      select current_setting('server_version_num')::int as release,
             (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
             rolname as role, rolsuper as "isSuperuser",
             coalesce((select relowner = r.oid from pg_class where oid = to_regclass('public.accounts')),
                      has_schema_privilege('public', 'create')) as "isOwner"
      from pg_roles r where rolname = current_user`);
    const refusal = rows[0] && refusalOfTarget(rows[0]);
    if (refusal) throw new Error(`--to: ${refusal}`);
  } finally {
    await client.end();
  }
}

/**
 * Copies all rows into an empty database, migrated first to this release's schema; only reads the source. Commits one
 * transaction on the target when every table is the same on both sides. A stopped move changes nothing and runs again.
 */
export async function moveDatabase({ source: from, target: to, onTable, onWait }: DatabaseMove): Promise<Outcome> {
  await requireThisRelease(from);
  const source = await connectSide('The embedded PostgreSQL', from);
  try {
    const target = await connectSide('--to', to);
    const work = async (): Promise<Outcome> => {
      await migrateTarget(target.client, to, onWait);
      return moveRows(source.client, target.client, onTable);
    };
    try {
      return await whileConnected([source, target], work());
    } finally {
      await target.client.end();
    }
  } finally {
    await source.client.end();
  }
}

/** Every start migrates the embedded database, so an outdated one is from another release. */
async function requireThisRelease(url: string): Promise<void> {
  const { pending, unknown } = await migrationStatus(url);
  if (unknown.length > 0) throw new Error('The embedded database is of a later release: move it with that one.');
  if (pending.length > 0)
    throw new Error(
      'The embedded database is of an earlier release: start this one on it once (npm start), and stop it.',
    );
}

/** Migrates it to the schema of this release, unless it is in use. */
async function migrateTarget(client: Client, url: string, onWait: DatabaseMove['onWait']): Promise<void> {
  const { applied, pending, unknown } = await migrationStatus(url);
  if (unknown.length > 0) throw new Error('--to: a later release has migrated the database: use that one');
  if (applied.length > 0 && pending.length > 0 && (await hasAccounts(client))) throw new Error(FILLED);
  await migrate(url, onWait);
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

async function moveRows(source: Client, target: Client, onTable: DatabaseMove['onTable']): Promise<Outcome> {
  await begin(source, 'isolation level repeatable read, read only');
  await begin(target);
  const tables = await listAllTables(source);
  requireSameShape(tables, await listAllTables(target));
  if (await hasAccounts(target)) {
    for (const table of tables) if (!(await commonRows(source, target, table))) throw new Error(FILLED);
    return 'was there';
  }
  await emptyTables(target, tables);
  for (const table of tables) {
    await copyRows(source, target, table);
    const rows = await commonRows(source, target, table);
    if (!rows) throw new Error(`${table.name} is not the same on both sides.`);
    onTable(table.name, rows);
  }
  await moveSequences(source, target);
  await target.query(`analyze ${namesOf(tables)}`);
  await target.query('commit');
  return 'moved';
}

const FILLED =
  '--to: the database holds accounts already, and not those of the embedded one: move into an empty database';

const namesOf = (tables: readonly Table[]): string => tables.map(({ name }) => name).join(', ');

function requireSameShape(tables: readonly Table[], others: readonly Table[]): void {
  const different = tables.filter(({ name, shape }) => {
    const other = others.find((table) => table.name === name);
    return other?.shape.join() !== shape.join();
  });
  if (different.length > 0) throw new Error(`--to: not the columns of this release: ${namesOf(different)}`);
}

async function hasAccounts(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from public.accounts limit 1');
  return rowCount !== 0;
}

/** Empties the tables, which hold only rows of migrations, and locks them until the transaction ends. */
async function emptyTables(target: Client, tables: readonly Table[]): Promise<void> {
  await target.query(`lock table ${namesOf(tables)} in access exclusive mode`).catch((cause: unknown) => {
    if (sqlState(cause) !== LOCK_NOT_AVAILABLE) throw cause;
    throw new Error('--to: another session uses the tables (pg_stat_activity): end it', { cause });
  });
  if (await hasAccounts(target)) throw new Error(FILLED);
  await target.query(`truncate ${namesOf(tables)}`);
}

/** Number of rows, when the table has the same ones on both sides. */
async function commonRows(source: Client, target: Client, table: Table): Promise<string | undefined> {
  const [here, there] = await Promise.all([contentOf(source, table), contentOf(target, table)]);
  return here.rows === there.rows && here.digest === there.digest ? here.rows : undefined;
}
