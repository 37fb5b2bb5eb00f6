import type { EventKind } from '../contract/event';
import type { Change } from './changes';
import type { Lock } from './lock-order';

/**
 * An SQL text. A named statement is prepared once a connection and may run under a generic plan. Only name it where the
 * best plan is the same for every account. An unnamed one is planned at each execution.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  /** Whether $1 is the account read and written; it is passed to row level security. */
  readonly isOfAccount: boolean;
}

/** A prepared statement about the account $1; its name is unique in the service. */
export const prepared = (name: string, text: string): Statement => ({ name, text, isOfAccount: true });

/** Prepared statements that differ by their number of rows, which is part of the name. */
export function preparedByCount(name: string, textOf: (count: number) => string): (count: number) => Statement {
  const byCount = new Map<number, Statement>();
  return (count) => {
    const statement = byCount.get(count) ?? prepared(`${name}_${count}`, textOf(count));
    byCount.set(count, statement);
    return statement;
  };
}

/** A statement about the account $1 that is planned at each execution. */
export const planned = (text: string): Statement => ({ text, isOfAccount: true });

/** A statement without an account: a look-up of the account, or a job's search over all. */
export const acrossAccounts = (text: string, name?: string): Statement => ({ text, name, isOfAccount: false });

/** A read runs anywhere, a write alone or in a transaction, a lock only in a transaction. */
export type Kind = 'read' | 'write' | 'lock';

/** A statement with its values and the reading of its rows; a value, which sends nothing. */
export interface Query<T, K extends Kind = Kind> {
  readonly kind: K;
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly read: (rows: readonly object[]) => T;
  readonly explain?: (failure: unknown) => unknown;
  /** The lock that it takes; `Transaction` keeps their order. */
  readonly lock?: Lock;
  /** Changes published to consoles after the commit; only for a statement about an account. */
  readonly changes?: readonly Change[];
}

type Values = readonly unknown[];

const rowsOf =
  <K extends Kind>(kind: K, lock?: Lock) =>
  <Row>(statement: Statement, values: Values): Query<Row[], K> => ({
    kind,
    lock,
    statement,
    values,
    read: (rows) => rows as unknown as Row[],
  });

const rowOf =
  <K extends Kind>(kind: K, lock?: Lock) =>
  <Row>(statement: Statement, values: Values): Query<Row | undefined, K> => ({
    kind,
    lock,
    statement,
    values,
    read: ([row]) => row as Row | undefined,
  });

/** Rows of a select that locks nothing. */
export const readRows = rowsOf('read');
export const readRow = rowOf('read');
/** Rows of a select that locks them. */
export const lockRows = <Row>(lock: Lock, statement: Statement, values: Values) =>
  rowsOf('lock', lock)<Row>(statement, values);
export const lockRow = <Row>(lock: Lock, statement: Statement, values: Values) =>
  rowOf('lock', lock)<Row>(statement, values);
/** Rows that an insert, update or delete returns. */
export const writeRows = rowsOf('write');
export const writeRow = rowOf('write');

/** An insert, update or delete that returns nothing; `lock` is what it may wait for. */
export const write = (statement: Statement, values: Values, lock?: Lock): Query<void, 'write'> => ({
  kind: 'write',
  lock,
  statement,
  values,
  read: () => undefined,
});

/** Maps the answer of a query; the query throws what `read` throws. */
export const map = <T, U, K extends Kind>(query: Query<T, K>, read: (answer: T) => U): Query<U, K> => ({
  ...query,
  read: (rows) => read(query.read(rows)),
});

type Concerning = Pick<Change, 'formerly' | 'returned'>;

/**
 * Publishes a change to the account's consoles after the commit. Without an id, any number of that kind: not of leads and what belongs to
 * them, since a seller who sees own leads would then be told of hidden ones.
 */
export function publishing<T>(query: Query<T, 'write'>, kind: 'notification' | 'delivery'): Query<T, 'write'>;
export function publishing<T>(
  query: Query<T, 'write'>,
  kind: EventKind,
  id: string,
  more?: Concerning,
): Query<T, 'write'>;
export function publishing<T>(
  query: Query<T, 'write'>,
  kind: EventKind,
  id?: string,
  more?: Concerning,
): Query<T, 'write'> {
  return { ...query, changes: [{ kind, id, ...more }] };
}

/** The same for each of these rows. */
export const publishingEach = <T>(
  query: Query<T, 'write'>,
  kind: EventKind,
  ids: readonly string[],
  more?: Concerning,
): Query<T, 'write'> => ({ ...query, changes: ids.map((id) => ({ kind, id, ...more })) });

/** Queries to send together: one, groups, or undefined; never a promise. */
export type Sendable<K extends Kind = Kind> = Query<unknown, K> | readonly Sendable<K>[] | undefined;

/** Answers in the shape of the queries; a list of unknown length must not contain groups. */
export type Answers<S> =
  S extends Query<infer T>
    ? T
    : S extends readonly unknown[]
      ? number extends S['length']
        ? AnswersOfList<S[number]>
        : { -readonly [I in keyof S]: Answers<S[I]> }
      : undefined;

type AnswersOfList<E> = [E] extends [Query<unknown> | undefined] ? Answer<E>[] : unknown[];
type Answer<E> = E extends Query<infer T> ? T : undefined;

/** Flattens the queries, in order. */
export function queriesOf(queries: Sendable): Query<unknown>[] {
  if (queries === undefined) return [];
  return 'statement' in queries ? [queries] : queries.flatMap(queriesOf);
}

/** Puts the results of the queries, in order, into the shape of what was sent. */
export function answersOf(queries: Sendable, results: readonly { readonly rows: object[] }[]): unknown {
  const left = results.values();
  const answer = (one: Sendable): unknown => {
    if (one === undefined) return undefined;
    return 'statement' in one ? one.read(left.next().value?.rows ?? []) : one.map(answer);
  };
  return answer(queries);
}
