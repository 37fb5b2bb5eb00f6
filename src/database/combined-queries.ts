import { type Answers, prepared, type Query, type Statement, preparedByCount, write } from './query';

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

type Read = Query<unknown, 'read'>;

/** Joins reads of one account as columns of one row, named by index; all share $1, the account. */
function textOf(queries: readonly (Read | undefined)[]): string {
  let used = 1;
  const columns = queries.flatMap((query, index) => {
    if (!query) return [];
    const before = used - 1;
    used += query.values.length - 1;
    const text = query.statement.text.replace(/\$(\d+)/g, (own, nth) =>
      nth === '1' ? own : `$${Number(nth) + before}`,
    );
    return [`(select json_agg(r) from (${text}) r) as "${index}"`];
  });
  return `select ${columns.join(', ')}`;
}

/**
 * Combines reads of an account into one statement on one snapshot; a distributed PostgreSQL plans and sends each
 * statement. Rows come as JSON, so they must not contain moments, bytes or fractions. A reader always gets the same
 * statements in the same indexes, or undefined; each choice of indexes is prepared once. Statements used only here need
 * no names.
 */
export function readerTogether(name: string) {
  const byIndexes = new Map<string, Statement>();
  return <const S extends readonly (Read | undefined)[]>(queries: S): Query<Answers<S>, 'read'> => {
    const indexes = queries.flatMap((query, index) => (query ? [index] : [])).join('');
    const statement = byIndexes.get(indexes) ?? prepared(`${name}_${indexes}`, textOf(queries));
    byIndexes.set(indexes, statement);
    const given = queries.filter((query) => query !== undefined);
    return {
      kind: 'read',
      statement,
      values: given.flatMap(({ values }, nth) => (nth === 0 ? values : values.slice(1))),
      read: ([row]) => {
        const all = row as Readonly<Record<string, object[] | null>>;
        return queries.map((query, index) => query?.read(all[index] ?? [])) as Answers<S>;
      },
    };
  };
}
