import type { Client } from 'pg';
import { parentsFirst } from '../distribution';

/** A table of the service, as the catalog describes it; names are quoted where SQL needs that. */
export interface MovedTable {
  readonly name: string;
  /** The tables that its foreign keys point at. */
  readonly parents: readonly string[];
  /** All columns, by name. */
  readonly columns: readonly string[];
  /** Those that hold a value of their own; PostgreSQL computes the others. */
  readonly stored: readonly string[];
  /** Each column with its type, for the comparison with the same table elsewhere. */
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

/** Every table of the database, those that others point at first. */
export async function listMovedTables(client: Client): Promise<MovedTable[]> {
  const { rows } = await client.query<MovedTable>(TABLES);
  const byName = new Map(rows.map((table) => [table.name, table]));
  return parentsFirst(rows).flatMap((name) => byName.get(name) ?? []);
}
