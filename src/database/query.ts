import type { EventKind } from '../contract/event';
import type { Change } from './changes';

/**
 * One SQL text. A named statement is prepared once a connection and may run under a generic plan: name a statement only
 * where the best plan is the same for every account, whatever its size. An unnamed one is planned at each execution.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  /** Whether $1 is the account that the statement reads and writes; it is passed to row level security. */
  readonly isOfAccount: boolean;
}

/** A statement about the account $1 that PostgreSQL keeps prepared under this name, which is unique in the service. */
export const prepared = (name: string, text: string): Statement => ({ name, text, isOfAccount: true });

/** Statements of one kind that differ by how many rows they are about; each is prepared under the name with its number. */
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

/** A statement that names no account: a look-up of the account itself, or a job's search over all of them. */
export const acrossAccounts = (text: string, name?: string): Statement => ({ text, name, isOfAccount: false });

/** A read may run anywhere, a write by itself or in a transaction, a lock only in a transaction. */
export type Kind = 'read' | 'write' | 'lock';

/** A statement with its values, and how its rows are read: a value, which sends nothing by itself. */
export interface Query<T, K extends Kind = Kind> {
  readonly kind: K;
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly read: (rows: readonly object[]) => T;
  /** Translates a failure of this statement for the caller; other failures are returned as they are. */
  readonly explain?: (failure: unknown) => unknown;
  /** What it changes that consoles show; told to them after the commit. Only of a statement about an account. */
  readonly change?: Change;
}

type Values = readonly unknown[];

const rowsOf =
  <K extends Kind>(kind: K) =>
  <Row>(statement: Statement, values: Values): Query<Row[], K> => ({
    kind,
    statement,
    values,
    read: (rows) => rows as unknown as Row[],
  });

const rowOf =
  <K extends Kind>(kind: K) =>
  <Row>(statement: Statement, values: Values): Query<Row | undefined, K> => ({
    kind,
    statement,
    values,
    read: ([row]) => row as Row | undefined,
  });

/** The rows of a select that locks nothing. */
export const readRows = rowsOf('read');
/** Its first row. */
export const readRow = rowOf('read');
/** The rows of a select that locks them. */
export const lockRows = rowsOf('lock');
/** Its first row. */
export const lockRow = rowOf('lock');
/** What an insert, update or delete returns. */
export const writeRows = rowsOf('write');
/** The first row of it. */
export const writeRow = rowOf('write');

/** An insert, update or delete that returns nothing. */
export const write = (statement: Statement, values: Values): Query<void, 'write'> => ({
  kind: 'write',
  statement,
  values,
  read: () => undefined,
});

/** The query, with its answer read further; a query that fails the reading throws what `read` throws. */
export const map = <T, U, K extends Kind>(query: Query<T, K>, read: (answer: T) => U): Query<U, K> => ({
  ...query,
  read: (rows) => read(query.read(rows)),
});

/** The same write, after whose commit the consoles of the account hear that this has changed; without an id any number of that kind. */
export const telling = <T>(query: Query<T, 'write'>, kind: EventKind, id?: string): Query<T, 'write'> => ({
  ...query,
  change: { kind, id },
});

/** What may be sent together: queries, groups of them, and nothing where a condition says so; never a promise. */
export type Sendable<K extends Kind = Kind> = Query<unknown, K> | readonly Sendable<K>[] | undefined;

/** The answers, in the shape in which the queries were given; those of a list of unknown length only where it has no groups. */
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

/** The queries of what is sent, in their order. */
export function queriesOf(sent: Sendable): Query<unknown>[] {
  if (sent === undefined) return [];
  return 'statement' in sent ? [sent] : sent.flatMap(queriesOf);
}

/** Puts the results of the queries, in their order, into the shape of what was sent. */
export function answersOf(sent: Sendable, results: readonly { readonly rows: object[] }[]): unknown {
  const left = results.values();
  const answer = (one: Sendable): unknown => {
    if (one === undefined) return undefined;
    return 'statement' in one ? one.read(left.next().value?.rows ?? []) : one.map(answer);
  };
  return answer(sent);
}
