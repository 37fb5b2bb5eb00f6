import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { MovedTable } from './tables';

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
