import { preparedByCount, type Query, write } from './query';

/**
 * Inserts one or more rows of an account by a list of values. A distributed PostgreSQL plans it for one shard; an
 * insert from a select is planned for all. Prepares one statement for each number of rows, so callers need a small
 * limit. `columns` are those after account_id.
 */
export function insertEach<const Columns extends readonly string[]>(
  name: string,
  table: string,
  columns: Columns,
  onConflict = '',
) {
  const statementOf = preparedByCount(name, (count) => {
    const row = (_: unknown, nth: number): string =>
      `($1, ${columns.map((_column, index) => `$${nth * columns.length + index + 2}`).join(', ')})`;
    return `insert into ${table} (account_id, ${columns.join(', ')}) values ${Array.from({ length: count }, row).join(', ')} ${onConflict}`;
  });
  return (accountId: string, rows: readonly { readonly [Index in keyof Columns]: unknown }[]): Query<void, 'write'> =>
    write(statementOf(rows.length), [accountId, ...rows.flat()]);
}
