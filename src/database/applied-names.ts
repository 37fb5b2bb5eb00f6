import type { DataSource, QueryRunner } from 'typeorm';

/** The migrations that have run, in this order; none in a database that no migration has seen. */
export async function namesIn(database: DataSource | QueryRunner): Promise<string[]> {
  const [table] = (await database.query(`select to_regclass('migrations') as name`)) as { name: string | null }[];
  if (!table?.name) return [];
  const rows = (await database.query('select name from migrations order by id')) as { name: string }[];
  return rows.map(({ name }) => name);
}
