import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import { parentsFirst } from '../cluster/distribution';

/** A table from the catalog; names are quoted where needed. */
export interface MovedTable {
  readonly name: string;
  readonly parents: readonly string[];
  readonly columns: readonly string[];
  /** Columns that are not computed by PostgreSQL. */
  readonly stored: readonly string[];
  /** Each column with its type, to compare with the same table elsewhere. */
  readonly shape: readonly string[];
}

const COLUMNS = `from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const TABLES = `
  select quote_ident(c.relname) as name,
         array(select distinct quote_ident(p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
               where k.conrelid = c.oid and k.contype = 'f') as parents,
         array(select quote_ident(a.attname) ${COLUMNS} order by a.attname) as columns,
         array(select quote_ident(a.attname) ${COLUMNS} and a.attgenerated = '' order by a.attname) as stored,
         array(select concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), nullif(a.attgenerated, ''))
               ${COLUMNS} order by a.attname) as shape
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

/** Lists every table of the database, referenced ones first. */
export async function listMovedTables(client: Client): Promise<MovedTable[]> {
  const { rows } = await client.query<MovedTable>(TABLES);
  const byName = new Map(rows.map((table) => [table.name, table]));
  return parentsFirst(rows).flatMap((name) => byName.get(name) ?? []);
}

/** Copies the rows of a table as a stream, in constant memory. */
export async function copyRows(source: Client, target: Client, { name, stored }: MovedTable): Promise<void> {
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
export async function contentOf(client: Client, { name, columns }: MovedTable): Promise<Content> {
  const { rows } = await client.query<Content>(
    `select count(*)::text as rows, coalesce(sum(('x' || encode(substring(hash for 8), 'hex'))::bit(64)::bigint), 0)::text as digest
     from (select sha256(convert_to(row(${columns.join(', ')})::text, 'UTF8')) as hash from ${name}) hashed`,
  );
  return rows[0] ?? { rows: '', digest: '' };
}

/** Sets each sequence to its position in the source; otherwise the next row might get a used number. */
export async function moveSequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, last } of rows) await target.query('select setval($1, $2)', [name, last]);
}
