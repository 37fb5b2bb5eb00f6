import type { DataSource, QueryRunner } from 'typeorm';

/** Lists the applied migrations in order; empty for a new database. */
export async function namesIn(database: DataSource | QueryRunner): Promise<string[]> {
  const [table] = (await database.query(`select to_regclass('migrations') as name`)) as { name: string | null }[];
  if (!table?.name) return [];
  const rows = (await database.query('select name from migrations order by id')) as { name: string }[];
  return rows.map(({ name }) => name);
}
