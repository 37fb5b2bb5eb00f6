import { preparedByCount, type Query, write } from './query';

/**
 * An insert of rows of an account by a list of values: the planner of a distributed PostgreSQL finds their shard at once, while an insert
 * from a select is planned for every shard. One statement is prepared for each number of rows, so callers have a small bound for it.
 * `columns` are those after account_id. The rows must not be none.
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
