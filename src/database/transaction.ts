import type { PoolClient, QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';
import { type Part, sendBatch, setAccount } from './batch';
import type { CommittedChange } from './changes';
import { answersOf, type Answers, type Kind, queriesOf, type Query, type Sendable } from './query';

/**
 * An open transaction on one connection; it accepts queries of the kinds K. Queries sent together take
 * one trip. The last ones may be sent by `commit`: nothing can be sent after that, nor after the work has returned.
 */
export class Transaction<K extends Kind = Kind> {
  private hasBegun = false;
  /** Whether the work can send no more. */
  private isClosed = false;
  /** Whether PostgreSQL has answered the COMMIT or ROLLBACK. */
  private isOver = false;
  private account: unknown;
  /** Whether COMMIT was sent: from then on a lost connection leaves open whether it happened. */
  isCommitting = false;
  private readonly changes: CommittedChange[] = [];

  /**
   * `begin` opens the transaction, with what is sent first; `isolated` says that row level security holds for this connection. `tell`
   * is called with what the transaction has changed, when its COMMIT is answered.
   */
  constructor(
    private readonly client: PoolClient,
    private readonly manager: EntityManager,
    private readonly isolated: boolean,
    private readonly begin: 'begin' | 'begin isolation level repeatable read read only',
    private readonly tell?: (changes: readonly CommittedChange[]) => void,
  ) {}

  /** Sends the queries together and gives their answers. Throws the first failure in their order; the rest was skipped for it. */
  send<T>(query: Query<T, K>): Promise<T>;
  send<const S extends readonly Sendable<K>[]>(queries: S): Promise<Answers<S>>;
  async send(sent: Sendable): Promise<unknown> {
    const parts = this.partsOf(sent);
    return answersOf(sent, parts.length === 0 ? [] : await this.dispatch(parts));
  }

  /** The same with COMMIT after them, which is skipped when one of them fails. */
  commit<const S extends readonly Sendable<K>[]>(queries: S): Promise<Answers<S>>;
  async commit(sent: Sendable): Promise<unknown> {
    const parts = [...this.partsOf(sent), COMMIT];
    this.isClosed = true;
    const results = await this.dispatch(parts, () => (this.isCommitting = true));
    // PostgreSQL answers the COMMIT of a transaction in which something failed with ROLLBACK, and without an error.
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('the work went on after a statement had failed');
    this.isOver = true;
    this.tell?.(this.changes);
    return answersOf(sent, results);
  }

  /** Runs TypeORM operations inside this transaction; use `insert`, `update` and finders, never `save`. */
  get entities(): EntityManager {
    this.refuseIfClosed();
    this.sendOpening([]);
    return this.manager;
  }

  /** The same on tables that row level security guards: for rows of this account. */
  entitiesOf(accountId: string): EntityManager {
    this.refuseIfClosed();
    this.sendOpening(this.naming(accountId));
    return this.manager;
  }

  /** Commits what the work left open when it returned. */
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

  private partsOf(sent: Sendable): Part[] {
    this.refuseIfClosed();
    const parts = queriesOf(sent).flatMap(({ statement: { name, text, isOfAccount }, values, explain, change }) => {
      if (change) this.changes.push({ accountId: String(values[0]), ...change });
      return [...(isOfAccount ? this.naming(values[0]) : []), { name, text, values, explain }];
    });
    return parts.length === 0 ? parts : [...this.opening(), ...parts];
  }

  private opening(): Part[] {
    if (this.hasBegun) return [];
    this.hasBegun = true;
    return [{ name: this.begin, text: this.begin, values: [], isTold: true }];
  }

  private naming(account: unknown): Part[] {
    if (!this.isolated || account === this.account) return [];
    this.account = account;
    return [setAccount(account)];
  }

  /** Sent before TypeORM's statements on the same connection; when this fails, they fail. */
  private sendOpening(naming: readonly Part[]): void {
    const parts = [...this.opening(), ...naming];
    if (parts.length > 0) sendBatch(this.client, parts).catch(() => undefined);
  }

  private async dispatch(parts: readonly Part[], onSend?: () => void): Promise<readonly QueryResult<object>[]> {
    try {
      return await sendBatch(this.client, parts, onSend);
    } catch (error) {
      // From where it was sent, not from the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  private refuseIfClosed(): void {
    if (this.isClosed) throw new Error('the transaction has ended: nothing more can be sent in it');
  }
}

const COMMIT: Part = { name: 'commit', text: 'commit', values: [] };
const ROLLBACK: Part = { name: 'rollback', text: 'rollback', values: [] };
