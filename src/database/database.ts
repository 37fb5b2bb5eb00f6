import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Counter } from 'prom-client';
import { Config } from '../config/config';
import { type BatchPart, sendBatch, setAccount } from './batch';
import { cancelStatement } from './service-client';
import { type CommittedChange, CommittedChanges } from './changes';
import { findNode, findServer, findWorker } from './cluster/cluster';
import { Placements } from './cluster/placements';
import { clusterRefusal } from './refusals';
import { sharesOf } from './connection-limits';
import {
  callPatienceMs,
  readinessConnection,
  readPoolOptions,
  sharedConnections,
  workersConnection,
} from './schema/data-source';
import { endsConnection, isConnectionLoss, sqlState, TOO_MANY_CONNECTIONS, TRANSIENT } from './errors';
import { type Priority, type Waiter, ActiveAccounts } from './fair-queue';
import { CountedPool } from './pool';
import type { Query } from './query';
import type { SharedConnections } from './shared-connections';
import { Transaction, type Borrowed, changesOf, run, type Work } from './transaction';
import { Writing, type WriteState } from './writing';

const MAX_ATTEMPTS = 3;

const retries = new Counter({
  name: 'db_tx_retries_total',
  help: 'Transactions and reads that were run again, by SQLSTATE',
  labelNames: ['sqlstate'],
});

const LOST = 'connection';

/** Names the loss of a connection as a reason to run again. */
const lossOf = (error: unknown): string | undefined => (isConnectionLoss(error) ? LOST : undefined);

/** The same, or one of these SQLSTATEs. */
const lossOr =
  (states: readonly string[]) =>
  (error: unknown): string | undefined => {
    const state = sqlState(error);
    return state && states.includes(state) ? state : lossOf(error);
  };

/** Retries `work` while its failure has a reason, three attempts in all. Lets pools notice lost connections first. */
async function retry<T>(work: () => Promise<T>, reasonOf: (error: unknown) => string | undefined): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error);
      if (attempt === MAX_ATTEMPTS || !reason) throw error;
      retries.inc({ sqlstate: reason });
      await sleep(5 + Math.random() * 45);
    }
  }
}

/**
 * Access to PostgreSQL through two pools: TypeORM's for writes, and a read-only one. Writes that wait for
 * a lock never delay reads or key look-ups. Reads by key share a few connections; readiness has its own.
 */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  readonly changes = new CommittedChanges();
  private readonly priority: Priority = 'console';
  private readonly views: Partial<Record<Priority, Database>> = {};
  private readonly writes: CountedPool;
  private readonly reads: CountedPool;
  private readonly shared: SharedConnections;
  private readonly readiness: SharedConnections;
  private readonly workers: SharedConnections;
  private readonly writing: Writing;
  private readonly active = new ActiveAccounts();
  private readonly placements = new Placements((accountId) => this.lookUp(findWorker(accountId)));
  private isolated = true;
  private distributed = false;

  constructor(
    private readonly dataSource: DataSource,
    { databaseUrl = '', databaseConnections }: Config,
  ) {
    const { reads, shared } = sharesOf(databaseConnections);
    this.reads = new CountedPool(readPoolOptions(databaseUrl, reads));
    this.shared = sharedConnections(databaseUrl, shared);
    this.readiness = readinessConnection(databaseUrl);
    this.workers = workersConnection(databaseUrl);
    this.writes = (dataSource.driver as PostgresDriver).master as CountedPool;
    this.writing = new Writing(this.writes, this.reads);
  }

  /** Throws when the service cannot work with this server. */
  async onModuleInit(): Promise<void> {
    // Opens one connection of each kind early: other instances may take the rest.
    const [server] = await Promise.all([
      this.readForReadiness(findServer()),
      this.read(findServer()),
      this.readByKey(findServer()),
    ]);
    // Unknown before the first migration; naming the account does no harm.
    this.isolated = server?.isIsolated ?? true;
    const node = server?.mayBeDistributed ? await this.read(findNode()) : undefined;
    const refusal = node && clusterRefusal(node, this.isolated);
    if (refusal) throw new Error(refusal);
    this.distributed = node?.isDistributed ?? false;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.reads.end(), this.shared.end(), this.readiness.end(), this.workers.end()]);
  }

  /** Whether row level security holds for this role; false for the tables' owner and superusers. */
  get isIsolated(): boolean {
    return this.isolated;
  }

  /** Whether requests get connections and can write, as far as the pools know. */
  get writeState(): Promise<WriteState> {
    return this.writing.state();
  }

  get isDistributed(): boolean {
    return this.distributed;
  }

  /** The same database for calls with another priority than consoles have. */
  as(priority: Priority): Database {
    return (this.views[priority] ??= Object.assign(Object.create(this) as Database, { priority }));
  }

  /** Runs one read, again after a lost connection; cancels it, and throws the signal's reason, when `signal` is aborted. */
  read<T>(query: Query<T, 'read'>, signal?: AbortSignal): Promise<T> {
    const parts = this.partsOf(query);
    return this.sendWithRetry(query, () => this.readFromPool(query, parts, { signal }));
  }

  /** Looks up a credential on a shared connection, else as `read`. It does not wait in the queue, because only its answer names the account. */
  lookUp<T>(query: Query<T, 'read'>): Promise<T> {
    return this.readShared(query, '');
  }

  /**
   * Reads few rows of an account by key as `lookUp` does. While others are active, an account has one such read at a time there, and
   * further ones as `read`: look-ups would wait for all of them.
   */
  readByKey<T>(query: Query<T, 'read'>): Promise<T> {
    const accountId = accountOf(query);
    this.note(accountId);
    const isBusy = this.shared.isReading(accountId) && !this.active.isAlone(accountId, performance.now());
    return isBusy ? this.read(query) : this.readShared(query, accountId);
  }

  /**
   * Runs a short read for readiness on a connection without requests. Retries once on a new connection: the failure may
   * belong to an earlier read, which closed it. Uses a connection for writes when the server has none left.
   */
  readForReadiness<T>(query: Query<T, 'read'>): Promise<T> {
    const parts = this.partsOf(query);
    const fallBack = (error: unknown) =>
      sqlState(error) === TOO_MANY_CONNECTIONS
        ? this.withConnection('', (borrowed) => sendFirst(borrowed, parts))
        : this.readiness.send(parts);
    return this.sendWithRetry(query, () => this.readiness.send(parts).catch(fallBack));
  }

  /** Runs a read for the state of the workers on a connection that no request needs: one that hangs may keep it. */
  readOfWorkers<T>(query: Query<T, 'read'>): Promise<T> {
    const parts = this.partsOf(query);
    return this.sendWithRetry(query, () => this.workers.send(parts));
  }

  /** Runs one write as a transaction, again after a lost connection, so it must be idempotent. */
  async write<T>(query: Query<T, 'write'>): Promise<T> {
    const answer = await this.sendWithRetry(query, () =>
      this.withConnection(accountOf(query), (borrowed) => sendFirst(borrowed, this.partsOf(query))),
    );
    this.changes.publish(changesOf(query));
    return answer;
  }

  /**
   * Runs `work` for an account, or for none (''), in a READ COMMITTED transaction: commits when it returns, rolls back when it
   * throws. Retries after a deadlock, a `retryOn` SQLSTATE or a connection lost before COMMIT, three attempts in all, so the work has
   * no other effects. Throws when the connection is lost after COMMIT was sent: the outcome is unknown.
   */
  transaction<T>(accountId: string, work: Work<T>): Promise<T>;
  transaction<T>(accountId: string, retryOn: readonly string[], work: Work<T>): Promise<T>;
  transaction<T>(accountId: string, ...args: [Work<T>] | [readonly string[], Work<T>]): Promise<T> {
    const [retryOn, work] = args.length === 1 ? [[], args[0]] : args;
    let tx: Transaction | undefined;
    const begin = () => {
      tx = undefined;
      return this.withConnection(accountId, (borrowed) => {
        const publish = (changes: readonly CommittedChange[]): void => this.changes.publish(changes);
        tx = new Transaction(borrowed, this.isolated, 'begin', publish);
        return run(tx, borrowed, work);
      });
    };
    return retry(begin, (error) => {
      const isUnknown = tx?.isCommitting && isConnectionLoss(error);
      return isUnknown ? undefined : lossOr([...TRANSIENT, ...retryOn])(error);
    });
  }

  /** Runs reads of an account on one snapshot, again after a lost connection; `signal` is as in `read`. */
  snapshot<T>(accountId: string, signal: AbortSignal | undefined, work: Work<T, 'read'>): Promise<T> {
    const begin = 'begin isolation level repeatable read read only';
    const make = (borrowed: Borrowed) => new Transaction<'read'>(borrowed, this.isolated, begin, undefined, signal);
    return retry(
      () => this.withReadConnection(accountId, (borrowed) => run(make(borrowed), borrowed, work), { signal }),
      lossOf,
    );
  }

  /** One batch is one transaction, also without BEGIN and COMMIT. */
  private partsOf({ statement: { name, text, isOfAccount }, values, explain }: Query<unknown>): BatchPart[] {
    const part = { name, text, values, explain };
    return this.isolated && isOfAccount ? [setAccount(values[0]), part] : [part];
  }

  private async sendWithRetry<T>(
    query: Query<T>,
    send: () => Promise<readonly { readonly rows: object[] }[]>,
  ): Promise<T> {
    const [result] = await retry(send, lossOr(TRANSIENT));
    return query.read(result?.rows ?? []);
  }

  private note(accountId: string): void {
    if (this.priority !== 'job') this.active.note(accountId, performance.now());
  }

  /** Not in distributed tables: a worker may hang. */
  private readShared<T>(query: Query<T, 'read'>, accountId: string): Promise<T> {
    if (this.distributed && query.statement.isOfAccount) return this.read(query);
    const parts = this.partsOf(query);
    return this.sendWithRetry(query, () => {
      const begunAt = performance.now();
      return this.shared.send(parts, accountId).catch(() => this.readFromPool(query, parts, { begunAt }));
    });
  }

  private readFromPool(query: Query<unknown>, parts: readonly BatchPart[], wait: ReadWait) {
    return this.withReadConnection(accountOf(query), (borrowed) => sendFirst(borrowed, parts), wait);
  }

  private async waiterFor(accountId: string): Promise<Waiter> {
    const { priority } = this;
    if (!this.distributed || accountId === '') return { priority, accountId };
    return { priority, accountId, worker: await this.placements.workerOf(accountId) };
  }

  /** Borrows a connection for reads; cancels what runs on it when `signal` is aborted. */
  private async withReadConnection<T>(
    accountId: string,
    work: (borrowed: Borrowed) => Promise<T>,
    { signal, begunAt = performance.now() }: ReadWait,
  ): Promise<T> {
    signal?.throwIfAborted();
    this.note(accountId);
    // Where there is one connection for reads, jobs read on those for writes.
    const pool = this.priority === 'job' && this.reads.size === 1 ? this.writes : this.reads;
    const client = await pool.acquire(await this.waiterFor(accountId), signal, performance.now() - begunAt);
    const borrowed = { client, entities: this.dataSource.manager, patienceMs: patienceSince(begunAt), isBroken: false };
    let cancelling: Promise<boolean> | undefined;
    const cancel = (): void => void (cancelling = cancelStatement(client));
    signal?.addEventListener('abort', cancel);
    try {
      signal?.throwIfAborted();
      return await work(borrowed);
    } catch (error) {
      borrowed.isBroken ||= endsConnection(error);
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      const isSafe = (await cancelling) ?? true;
      client.release(borrowed.isBroken || !isSafe);
    }
  }

  private async withConnection<T>(accountId: string, work: (borrowed: Borrowed) => Promise<T>): Promise<T> {
    this.note(accountId);
    const begunAt = performance.now();
    const runner = this.dataSource.createQueryRunner();
    const connecting = this.writes.acquiringFor(await this.waiterFor(accountId), () => runner.connect());
    const client = (await connecting) as PoolClient & { end(): Promise<void> };
    const borrowed = { client, entities: runner.manager, patienceMs: patienceSince(begunAt), isBroken: false };
    try {
      return await work(borrowed);
    } catch (error) {
      borrowed.isBroken ||= this.writing.isRefusedBy(error);
      throw error;
    } finally {
      // Closes a connection that cannot roll back or write, instead of returning it to the pool.
      if (borrowed.isBroken) await client.end().catch(() => undefined);
      await runner.release();
    }
  }
}

/** The same database for jobs, with their priority. */
export abstract class JobDatabase extends Database {}

/** The signal of a caller who may leave, and when its call began to wait. */
interface ReadWait {
  readonly signal?: AbortSignal;
  readonly begunAt?: number;
}

/** Milliseconds for the first answer after the longest wait for a connection. */
const LEAST_PATIENCE_MS = 500;

const patienceSince = (begunAt: number): number =>
  Math.max(LEAST_PATIENCE_MS, Math.round(callPatienceMs() - (performance.now() - begunAt)));

/** Sends the only batch on a connection; marks the connection when it cannot be used again. */
async function sendFirst(borrowed: Borrowed, parts: readonly BatchPart[]) {
  try {
    return await sendBatch(borrowed.client, parts, borrowed);
  } catch (error) {
    borrowed.isBroken = endsConnection(error);
    throw error;
  }
}

/** The account that a query waits for: its first value. */
const accountOf = ({ statement, values }: Query<unknown>): string => (statement.isOfAccount ? String(values[0]) : '');
