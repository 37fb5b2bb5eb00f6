import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Table } from '../schema/account-tables';

/** Copies the rows of a table as a stream, in constant memory; `where` is SQL for a part of them. */
export async function copyRows(source: Client, target: Client, { name, stored }: Table, where = ''): Promise<void> {
  const columns = stored.join(', ');
  await pipeline(
    source.query(to(`copy (select ${columns} from ${name} ${where}) to stdout`)),
    target.query(from(`copy ${name} (${columns}) from stdin`)),
  );
}

/** Number of a table's rows, and a digest of all values that is independent of their order. */
interface Content {
  readonly rows: string;
  readonly digest: string;
}

/** Both sides need the settings under which a value has one text (`begin`). */
async function contentOf(client: Client, { name, columns }: Table, where: string): Promise<Content> {
  const { rows } = await client.query<Content>(
    `select count(*)::text as rows, coalesce(sum(('x' || encode(substring(hash for 8), 'hex'))::bit(64)::bigint), 0)::text as digest
     from (select sha256(convert_to(row(${columns.join(', ')})::text, 'UTF8')) as hash from ${name} ${where}) hashed`,
  );
  return rows[0] ?? { rows: '', digest: '' };
}

/** Number of rows, when the table has the same ones on both sides. */
export async function commonRows(
  source: Client,
  target: Client,
  table: Table,
  where = '',
): Promise<string | undefined> {
  const [here, there] = await Promise.all([contentOf(source, table, where), contentOf(target, table, where)]);
  return here.rows === there.rows && here.digest === there.digest ? here.rows : undefined;
}

/** The names of tables as a list of SQL. */
export const namesOf = (tables: readonly Table[]): string => tables.map(({ name }) => name).join(', ');

/** Throws when a table has other columns on the target. */
export function requireSameShape(tables: readonly Table[], others: readonly Table[]): void {
  const different = tables.filter(({ name, shape }) => {
    const other = others.find((table) => table.name === name);
    return other?.shape.join() !== shape.join();
  });
  if (different.length > 0) throw new Error(`--to: not the columns of this release: ${namesOf(different)}`);
}
