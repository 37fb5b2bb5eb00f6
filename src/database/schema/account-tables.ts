import type { Client } from 'pg';
import { parentsFirst } from '../cluster/distribution';

/** A table from the catalog; names are quoted where needed. */
export interface Table {
  readonly name: string;
  /** Tables that its foreign keys reference. */
  readonly parents: readonly string[];
  readonly columns: readonly string[];
  /** Columns that are not computed by PostgreSQL. */
  readonly stored: readonly string[];
  /** Each column with its type, to compare with the same table elsewhere. */
  readonly shape: readonly string[];
  /** Columns of the primary key, in its order. */
  readonly primaryKey: readonly string[];
}

const COLUMNS = `from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const TABLES = `
  select quote_ident(c.relname) as name,
         array(select distinct quote_ident(p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
               where k.conrelid = c.oid and k.contype = 'f') as parents,
         array(select quote_ident(a.attname) ${COLUMNS} order by a.attname) as columns,
         array(select quote_ident(a.attname) ${COLUMNS} and a.attgenerated = '' order by a.attname) as stored,
         array(select concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), nullif(a.attgenerated, ''))
               ${COLUMNS} order by a.attname) as shape,
         array(select quote_ident(a.attname)
               from pg_index i, unnest(i.indkey::int2[]) with ordinality key (attnum, position), pg_attribute a
               where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = key.attnum
               order by key.position) as "primaryKey"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

/** Lists every table of the database, referenced ones first. */
export async function listAllTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES);
  const byName = new Map(rows.map((table) => [table.name, table]));
  return parentsFirst(rows).flatMap((name) => byName.get(name) ?? []);
}

/** Lists every table with rows of accounts, referenced ones first; `accounts` itself is not one of them. */
export async function listAccountTables(client: Client): Promise<Table[]> {
  const tables = await listAllTables(client);
  return tables.filter(({ columns }) => columns.includes('account_id'));
}
