import type { PoolClient, QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';
import { type BatchPart, sendBatch, setAccount } from './batch';
import type { CommittedChange } from './changes';
import { LockOrder } from './lock-order';
import { answersOf, type Answers, type Kind, queriesOf, type Query, type Sendable } from './query';

/** What a query changes for consoles, with the account that is its first value. */
export const changesOf = ({ values, changes = [] }: Query<unknown>): CommittedChange[] =>
  changes.map((change) => ({ accountId: String(values[0]), ...change }));

/** Work in a transaction. */
export type Work<T, K extends Kind = Kind> = (tx: Transaction<K>) => Promise<T>;

/** A connection of a pool, borrowed for one transaction or batch. */
export interface Borrowed {
  readonly client: PoolClient;
  readonly entities: EntityManager;
  /** Milliseconds for the answer to the first batch, after the wait for the connection. */
  readonly patienceMs: number;
  isBroken: boolean;
}

/** Commits when the work returns, rolls back when it throws; marks a connection as broken that cannot roll back. */
export async function run<T, K extends Kind>(tx: Transaction<K>, borrowed: Borrowed, work: Work<T, K>): Promise<T> {
  try {
    const result = await work(tx);
    await tx.finish();
    return result;
  } catch (error) {
    await tx.rollBack().catch(() => (borrowed.isBroken = true));
    throw error;
  }
}

/**
 * An open transaction on one connection; it accepts queries of the kinds K. Queries sent together take one round trip.
 * Nothing can be sent after `commit` or after the work has returned.
 */
export class Transaction<K extends Kind = Kind> {
  private hasBegun = false;
  private hasSent = false;
  private isClosed = false;
  private isOver = false;
  private account: unknown;
  /** Whether COMMIT was sent: a lost connection then leaves its outcome unknown. */
  isCommitting = false;
  private readonly changes: CommittedChange[] = [];
  private readonly locks = new LockOrder();

  /** `isolated`: row level security applies. `publish` is called with the changes when the COMMIT is answered. */
  constructor(
    private readonly borrowed: Borrowed,
    private readonly isolated: boolean,
    private readonly begin: 'begin' | 'begin isolation level repeatable read read only',
    private readonly publish?: (changes: readonly CommittedChange[]) => void,
    private readonly signal?: AbortSignal,
  ) {}

  /** Sends the queries together and returns their answers. Throws the first failure; later queries were skipped. */
  send<T>(query: Query<T, K>): Promise<T>;
  send<const S extends readonly Sendable<K>[]>(queries: S): Promise<Answers<S>>;
  async send(queries: Sendable): Promise<unknown> {
    const parts = this.partsOf(queries);
    return answersOf(queries, parts.length === 0 ? [] : await this.dispatch(parts));
  }

  /** Sends the queries with COMMIT after them, which is skipped when one fails. */
  commit<const S extends readonly Sendable<K>[]>(queries: S): Promise<Answers<S>>;
  async commit(queries: Sendable): Promise<unknown> {
    const parts = [...this.partsOf(queries), COMMIT];
    this.isClosed = true;
    const results = await this.dispatch(parts, () => (this.isCommitting = true));
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, without an error.
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('the work went on after a statement had failed');
    this.isOver = true;
    this.publish?.(this.changes);
    return answersOf(queries, results);
  }

  /** Runs TypeORM operations in this transaction; use `insert`, `update` and finders, never `save`. */
  get entities(): EntityManager {
    this.refuseIfClosed();
    this.sendOpening([]);
    return this.borrowed.entities;
  }

  /** Runs TypeORM operations on the account's rows, in tables under row level security. */
  entitiesOf(accountId: string): EntityManager {
    this.refuseIfClosed();
    this.sendOpening(this.naming(accountId));
    return this.borrowed.entities;
  }

  async finish(): Promise<void> {
    if (!this.isClosed && this.hasBegun) await this.commit([]);
    if (this.hasBegun && !this.isOver) throw new Error('the work returned though its COMMIT had failed');
    this.isClosed = true;
  }

  /** Rolls back what was sent, unless it was committed. */
  async rollBack(): Promise<void> {
    this.isClosed = true;
    if (this.hasBegun && !this.isOver) await this.dispatch([ROLLBACK]);
    this.isOver = true;
  }

  private partsOf(queries: Sendable): BatchPart[] {
    this.refuseIfClosed();
    const parts = queriesOf(queries).flatMap((query) => {
      const { statement, values, explain, lock } = query;
      const { name, text, isOfAccount } = statement;
      if (lock) this.locks.take(lock);
      this.changes.push(...changesOf(query));
      return [...(isOfAccount ? this.naming(values[0]) : []), { name, text, values, explain }];
    });
    return parts.length === 0 ? parts : [...this.opening(), ...parts];
  }

  private opening(): BatchPart[] {
    if (this.hasBegun) return [];
    this.hasBegun = true;
    return [{ name: this.begin, text: this.begin, values: [], withoutResult: true }];
  }

  private naming(account: unknown): BatchPart[] {
    if (!this.isolated || account === this.account) return [];
    this.account = account;
    return [setAccount(account)];
  }

  /** Sent before TypeORM's statements on the same connection; when this fails, they fail. */
  private sendOpening(naming: readonly BatchPart[]): void {
    const parts = [...this.opening(), ...naming];
    if (parts.length > 0) this.dispatch(parts).catch(() => undefined);
  }

  private async dispatch(parts: readonly BatchPart[], onSend?: () => void): Promise<readonly QueryResult<object>[]> {
    const patienceMs = this.hasSent ? undefined : this.borrowed.patienceMs;
    this.hasSent = true;
    try {
      return await sendBatch(this.borrowed.client, parts, { onSend, patienceMs });
    } catch (error) {
      // Shows the caller's stack, not the socket's.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private refuseIfClosed(): void {
    this.signal?.throwIfAborted();
    if (this.isClosed) throw new Error('the transaction has ended: nothing more can be sent in it');
  }
}

const COMMIT: BatchPart = { name: 'commit', text: 'commit', values: [] };
const ROLLBACK: BatchPart = { name: 'rollback', text: 'rollback', values: [] };
