import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { depart, send, tell, type Told } from './flight';

/**
 * One SQL text. A named statement is prepared once a connection and may run under a generic plan: name a statement only
 * where the best plan is the same for every account, whatever its size. An unnamed one is planned at each execution.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  /** Whether $1 is the account that the statement reads and writes; row level security is told so. */
  readonly isOfAccount: boolean;
}

/** A statement about the account $1 that PostgreSQL keeps prepared under this name, which is unique in the service. */
export const prepared = (name: string, text: string): Statement => ({ name, text, isOfAccount: true });

/** A statement about the account $1 that is planned at each execution. */
export const planned = (text: string): Statement => ({ text, isOfAccount: true });

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

  /** `begin` opens the transaction with its first flight; `isolated` says that row level security holds for this connection. */
  constructor(
    private readonly client: PoolClient,
    private readonly manager: EntityManager,
    private readonly isolated: boolean,
    begin: string,
  ) {
    tell(client, { name: begin, text: begin, values: [] });
  }

  /** Runs TypeORM operations inside this transaction; use `insert`, `update` and finders, never `save`. */
  get entities(): EntityManager {
    depart(this.client);
    return this.manager;
  }

  /** The same on tables that row level security guards: for rows of this account. */
  entitiesOf(accountId: string): EntityManager {
    this.name(accountId);
    return this.entities;
  }

  async rows<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    if (statement.isOfAccount) this.name(values[0]);
    const { name, text } = statement;
    try {
      return (await send(this.client, { name, text, values })).rows as Row[];
    } catch (error) {
      // From where the statement was sent, not from the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  async row<Row>(statement: Statement, values: unknown[]): Promise<Row | undefined> {
    return (await this.rows<Row>(statement, values))[0];
  }

  /** Waits for all queries of a flight and throws the first failure in their order: the rest was skipped for it. */
  async all<T extends readonly unknown[] | []>(queries: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
    const results = await Promise.allSettled(queries as readonly unknown[]);
    const values = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    return values as { -readonly [K in keyof T]: Awaited<T[K]> };
  }

  /** Sends COMMIT behind the queries of the last flight; when one of them fails, it is skipped. */
  async commit<T extends readonly unknown[] | []>(queries: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
    const [values] = await this.all([this.all(queries), this.end('commit')]);
    return values;
  }

  /** Commits or rolls back unless that has been done. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    this.isCommitting ||= how === 'commit';
    try {
      await send(this.client, { name: how, text: how });
    } catch (error) {
      // Skipped, or failed by itself: either way there may be something to roll back.
      this.ended = how === 'rollback';
      throw error;
    }
  }

  private name(account: unknown): void {
    if (!this.isolated || account === this.account) return;
    this.account = account;
    tell(this.client, setAccount(account));
  }
}

/** Tells row level security which account the transaction is about; it is forgotten at the transaction's end. */
export const setAccount = (accountId: unknown): Told => ({
  name: 'set_account',
  text: `select set_config('app.account_id', $1, true)`,
  values: [String(accountId)],
});
