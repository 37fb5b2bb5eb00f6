import { type Answers, prepared, type Query, type Statement } from './query';

type Read = Query<unknown, 'read'>;

/** Reads of one account, each a column of one row that is named by its place; $1, the account, is the same in all of them. */
function textOf(queries: readonly (Read | undefined)[]): string {
  let taken = 1;
  const columns = queries.flatMap((query, place) => {
    if (!query) return [];
    const before = taken - 1;
    taken += query.values.length - 1;
    const text = query.statement.text.replace(/\$(\d+)/g, (own, nth) =>
      nth === '1' ? own : `$${Number(nth) + before}`,
    );
    return [`(select json_agg(r) from (${text}) r) as "${place}"`];
  });
  return `select ${columns.join(', ')}`;
}

/**
 * Several reads of an account as one statement, for where each statement has a price: a distributed PostgreSQL plans each of them and
 * sends it to a worker. They see the database as of one moment. Their rows come as JSON, so there must be no moments, bytes or
 * fractions in them. What is given to one reader are always the same statements in the same places, with other values, or nothing; one
 * statement is prepared for each choice of places. Statements that are sent nowhere else need no names.
 */
export function readerTogether(name: string) {
  const byPlaces = new Map<string, Statement>();
  return <const S extends readonly (Read | undefined)[]>(queries: S): Query<Answers<S>, 'read'> => {
    const places = queries.flatMap((query, place) => (query ? [place] : [])).join('');
    const statement = byPlaces.get(places) ?? prepared(`${name}_${places}`, textOf(queries));
    byPlaces.set(places, statement);
    const given = queries.filter((query) => query !== undefined);
    return {
      kind: 'read',
      statement,
      values: given.flatMap(({ values }, nth) => (nth === 0 ? values : values.slice(1))),
      read: ([row]) => {
        const all = row as Readonly<Record<string, object[] | null>>;
        return queries.map((query, place) => query?.read(all[place] ?? [])) as Answers<S>;
      },
    };
  };
}
