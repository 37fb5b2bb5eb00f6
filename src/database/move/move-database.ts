import type { Client } from 'pg';
import { LOCK_NOT_AVAILABLE, sqlState } from '../errors';
import { listAllTables, type Table } from '../schema/account-tables';
import { migrate, migrationStatus } from '../schema/migrations';
import { commonRows, copyRows, namesOf, requireSameShape } from './moved-rows';
import { begin, betweenSides } from './sides';

/** Sets each sequence to its position in the source; otherwise the next row might get a used number. */
async function moveSequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, last } of rows) await target.query('select setval($1, $2)', [name, last]);
}

/** Addresses of the tables' owners. */
interface DatabaseMove {
  readonly source: string;
  readonly target: string;
  readonly onTable: (name: string, rows: string) => void;
  readonly onWait: (line: string) => void;
}

/** `was there`: an earlier run filled the target, without its caller learning so. */
type Outcome = 'moved' | 'was there';

/**
 * Copies all rows into an empty database, migrated first to this release's schema; only reads the source. Commits one
 * transaction on the target when every table is the same on both sides. A stopped move changes nothing and runs again.
 */
export async function moveDatabase({ source: from, target: to, onTable, onWait }: DatabaseMove): Promise<Outcome> {
  await requireThisRelease(from);
  return betweenSides(
    { name: 'The embedded PostgreSQL', url: from },
    { name: '--to', url: to },
    async (source, target) => {
      await migrateTarget(target, to, onWait);
      return moveRows(source, target, onTable);
    },
  );
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
