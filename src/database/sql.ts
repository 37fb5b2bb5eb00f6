import type { Client, PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * One SQL text. A named statement is prepared once a connection and may run under a generic plan: name a statement only
 * where the best plan is the same for every account, whatever its size. An unnamed one is planned at each execution.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  /** Whether $1 is the account that the statement reads and writes; row level security is told so. */
  readonly isOfAccount: boolean;
  /** How the transaction begins that the statement needs for itself, when the planner has to be told something. */
  readonly begin?: string;
}

/** A statement about the account $1 that PostgreSQL keeps prepared under this name, which is unique in the service. */
export const prepared = (name: string, text: string): Statement => ({ name, text, isOfAccount: true });

/** A statement about the account $1 that is planned at each execution. */
export const planned = (text: string): Statement => ({ text, isOfAccount: true });

/**
 * As `planned`, for a page that is found by walking several indexes in its order, up to its limit. The planner takes rows
 * that match by two columns for next to none and would sort them all; it may neither sort nor hash here.
 */
export const walked = (text: string): Statement => ({
  text,
  isOfAccount: true,
  begin: 'begin; set local enable_sort = off; set local enable_hashjoin = off',
});

/** A statement that names no account: a look-up of the account itself, or a job's search over all of them. */
export const acrossAccounts = (text: string, name?: string): Statement => ({ text, name, isOfAccount: false });

/** Whatever can run a statement: the pool (each statement its own transaction) or an open transaction. */
export interface Queryable {
  rows<Row>(statement: Statement, values: unknown[]): Promise<Row[]>;
  row<Row>(statement: Statement, values: unknown[]): Promise<Row | undefined>;
}

/**
 * An open READ COMMITTED transaction on one connection. Statements that are sent without waiting in between share a
 * flight to the server: `all` waits for such a flight, `commit` ends the transaction with one.
 */
export class Transaction implements Queryable {
  private ended = false;
  private account: unknown;
  /** Whether COMMIT was sent: from then on a lost connection leaves open whether it happened. */
  isCommitting = false;

  /**
   * `entities` runs TypeORM operations inside this transaction; use `insert`, `update` and finders, never `save`.
   * `isolated` says that row level security holds for this connection.
   */
  constructor(
    private readonly client: PoolClient,
    readonly entities: EntityManager,
    private readonly isolated: boolean,
  ) {}

  async rows<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    if (this.isolated && statement.isOfAccount && values[0] !== this.account) {
      this.account = values[0];
      // Not awaited: it shares the flight. Should it fail, the statement behind it fails too.
      this.client.query({ ...SET_ACCOUNT, values: [this.account] }).catch(() => undefined);
    }
    const { name, text } = statement;
    shareWrite(this.client);
    const result = await this.client.query({ name, text, values });
    return result.rows as Row[];
  }

  async row<Row>(statement: Statement, values: unknown[]): Promise<Row | undefined> {
    return (await this.rows<Row>(statement, values))[0];
  }

  /**
   * Waits for all queries of a flight and throws the first failure in their order. After a failure PostgreSQL refuses
   * the rest of the flight with 25P02, so the first one is the cause.
   */
  async all<T extends readonly unknown[] | []>(queries: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
    const results = await Promise.allSettled(queries as readonly unknown[]);
    const values = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    return values as { -readonly [K in keyof T]: Awaited<T[K]> };
  }

  /** Sends COMMIT behind the queries of the last flight; when one of them failed, PostgreSQL rolls back instead. */
  async commit<T extends readonly unknown[] | []>(queries: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
    const [values] = await this.all([this.all(queries), this.end('commit')]);
    return values;
  }

  /** Commits or rolls back unless that has been done. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.isCommitting = how === 'commit';
    shareWrite(this.client);
    await this.client.query(how);
  }
}

/** Connections whose writes are being gathered. */
const gathering = new WeakSet<PoolClient>();

/**
 * Lets all that is sent on the connection in this turn leave in one write: pg would make a system call for
 * each statement of a flight, and those cost more than the statements' own work.
 */
export function shareWrite(client: PoolClient): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection;
  stream.cork();
  process.nextTick(() => {
    gathering.delete(client);
    stream.uncork();
  });
}

/** Tells row level security which account the transaction is about. */
export const SET_ACCOUNT = { name: 'set_account', text: `select set_config('app.account_id', $1, true)` };
