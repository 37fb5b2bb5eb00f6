import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { Config } from '../config';
import { type Part, sendBatch, setAccount } from './batch';
import { type CommittedChange, CommittedChanges } from './changes';
import { findNode, findServer } from './cluster';
import { refusalOf } from './cluster-refusal';
import { sharesOf } from './connection-shares';
import { asideConnection, readPoolOptions, sharedConnections } from './data-source';
import { isConnectionLoss, sqlState, TOO_MANY_CONNECTIONS, TRANSIENT } from './errors';
import { CountedPool } from './pool';
import type { Kind, Query } from './query';
import type { SharedConnections } from './shared-connections';
import { Transaction } from './transaction';
import { Writing, type WriteState } from './writing';

const MAX_ATTEMPTS = 3;

const retries = new Counter({
  name: 'db_tx_retries_total',
  help: 'Transactions and reads that were run again, by SQLSTATE',
  labelNames: ['sqlstate'],
});

/**
 * The service's way to PostgreSQL. Two pools: TypeORM's for writes and for entities, one of its own for reads, in which
 * PostgreSQL refuses writes. So writes that wait for a lock never delay reads, nor the look-up of keys. Reads by key share a few
 * connections, and readiness has one.
 */
@Injectable()
export class Database implements OnModuleInit, OnApplicationShutdown {
  /** What writes through this service have changed. */
  readonly changes = new CommittedChanges();
  private readonly reads: CountedPool;
  private readonly shared: SharedConnections;
  private readonly aside: SharedConnections;
  private readonly writing: Writing;
  private isolated = true;
  private distributed = false;

  constructor(
    private readonly dataSource: DataSource,
    { databaseUrl = '', databaseConnections }: Config,
  ) {
    const { reads, shared } = sharesOf(databaseConnections);
    this.reads = new CountedPool(readPoolOptions(databaseUrl, reads));
    this.shared = sharedConnections(databaseUrl, shared);
    this.aside = asideConnection(databaseUrl);
    this.writing = new Writing((dataSource.driver as PostgresDriver).master as CountedPool, this.reads);
  }

  /** Throws when the service cannot work with this node of a cluster. */
  async onModuleInit(): Promise<void> {
    // One of each kind while there are some: where connections are few, other instances take the rest.
    const [server] = await Promise.all([
      this.readAside(findServer()),
      this.read(findServer()),
      this.readByKey(findServer()),
    ]);
    // Unknown before the first migration: naming the account does no harm.
    this.isolated = server?.isIsolated ?? true;
    const node = server?.isCitus ? await this.read(findNode()) : undefined;
    const refusal = node && refusalOf(node, this.isolated);
    if (refusal) throw new Error(refusal);
    this.distributed = node?.isDistributed ?? false;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.reads.end(), this.shared.end(), this.aside.end()]);
  }

  /** Whether row level security holds for this role: not for the owner of the tables, nor for a superuser. */
  get isIsolated(): boolean {
    return this.isolated;
  }

  /** Whether requests get connections, and can write with them, as far as the pools know. */
  get writeState(): Promise<WriteState> {
    return this.writing.state();
  }

  /** Whether the tables are distributed over the workers of a Citus cluster. */
  get isDistributed(): boolean {
    return this.distributed;
  }

  /** TypeORM outside a transaction: for finders and single writes of tables without personal data. */
  get entities(): EntityManager {
    return this.dataSource.manager;
  }

  /** One read by itself; run again when the connection turns out to be lost. Given up, with the signal's reason, when `leaving` is aborted first. */
  read<T>(query: Query<T, 'read'>, leaving?: AbortSignal): Promise<T> {
    return this.alone(query, () => sendBatch(this.reads, this.partsOf(query), undefined, leaving));
  }

  /**
   * One read that finds its few rows by their keys, as nearly every request does; on a shared connection, or else as `read`. On a
   * cluster a read of an account does not share: a worker that hangs would hold up the calls of accounts on other workers.
   */
  readByKey<T>(query: Query<T, 'read'>): Promise<T> {
    if (this.distributed && query.statement.isOfAccount) return this.read(query);
    const parts = this.partsOf(query);
    return this.alone(query, () => this.shared.send(parts).catch(() => sendBatch(this.reads, parts)));
  }

  /**
   * One short read for readiness, on a connection that requests do not use: however many of them wait, it does not. A failure may be
   * that of the read before, which closed the connection, so it is sent again on a new one; on one for writes when the server has none left.
   */
  readAside<T>(query: Query<T, 'read'>): Promise<T> {
    const parts = this.partsOf(query);
    const again = (error: unknown) =>
      sqlState(error) === TOO_MANY_CONNECTIONS
        ? this.lend(({ client }) => sendBatch(client, parts))
        : this.aside.send(parts);
    return this.alone(query, () => this.aside.send(parts).catch(again));
  }

  /** One write, which is a transaction by itself; run again after a lost connection, so running it twice must be harmless. */
  async write<T>(query: Query<T, 'write'>): Promise<T> {
    const answer = await this.alone(query, () =>
      this.lend((lent) =>
        sendBatch(lent.client, this.partsOf(query)).catch((error: unknown) => {
          lent.isBroken = isConnectionLoss(error);
          throw error;
        }),
      ),
    );
    if (query.change) this.changes.tell([{ accountId: String(query.values[0]), ...query.change }]);
    return answer;
  }

  /**
   * Runs `work` in a READ COMMITTED transaction: commits when it returns, rolls back when it throws. Work that fails with a
   * deadlock, or with one of the `retryOn` SQLSTATEs, is run again, at most three times in all, so it must have no effect
   * elsewhere. So is work whose connection is lost before COMMIT was sent; after that its outcome is unknown, and it throws.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, retryOn: readonly string[] = []): Promise<T> {
    // Of the present attempt.
    let tx: Transaction | undefined;
    const begin = () => {
      tx = undefined;
      return this.lend((lent) => {
        const tell = (changes: readonly CommittedChange[]): void => this.changes.tell(changes);
        tx = new Transaction(lent.client, lent.entities, this.isolated, 'begin', tell);
        return run(tx, lent, work);
      });
    };
    return insist(begin, (error) => {
      const state = sqlState(error);
      if (!tx?.isCommitting && isConnectionLoss(error)) return LOST;
      return state && [...TRANSIENT, ...retryOn].includes(state) ? state : undefined;
    });
  }

  /**
   * Runs reads that all see the database as of one moment; all of them again when their connection is lost. Given up, with the signal's
   * reason, when `leaving` is aborted before they begin.
   */
  snapshot<T>(work: (tx: Transaction<'read'>) => Promise<T>, leaving?: AbortSignal): Promise<T> {
    const begin = 'begin isolation level repeatable read read only';
    return insist(async () => {
      leaving?.throwIfAborted();
      const client = await this.reads.connect();
      const lent: Lent = { client, entities: this.dataSource.manager, isBroken: false };
      try {
        leaving?.throwIfAborted();
        return await run(new Transaction<'read'>(client, lent.entities, this.isolated, begin), lent, work);
      } finally {
        client.release(lent.isBroken);
      }
    }, lossOf);
  }

  /** One batch is one transaction, also without BEGIN and COMMIT. */
  private partsOf({ statement: { name, text, isOfAccount }, values, explain }: Query<unknown>): Part[] {
    const asked = { name, text, values, explain };
    return this.isolated && isOfAccount ? [setAccount(values[0]), asked] : [asked];
  }

  private async alone<T>(query: Query<T>, send: () => Promise<readonly { readonly rows: object[] }[]>): Promise<T> {
    const [result] = await insist(send, lossOf);
    return query.read(result?.rows ?? []);
  }

  /** Lends a connection for writes. */
  private async lend<T>(work: (lent: Lent) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient & { end(): Promise<void> };
    const lent: Lent = { client, entities: runner.manager, isBroken: false };
    try {
      return await work(lent);
    } catch (error) {
      lent.isBroken ||= this.writing.isRefusedBy(error);
      throw error;
    } finally {
      // A connection that cannot roll back, or takes no writes, must not return to the pool.
      if (lent.isBroken) await client.end().catch(() => undefined);
      await runner.release();
    }
  }
}

const LOST = 'connection';

const lossOf = (error: unknown): string | undefined => (isConnectionLoss(error) ? LOST : undefined);

/**
 * Runs `work` again while it fails for a reason, three times in all at most. The pause lets the pools read that their other
 * connections ended too, as they do when PostgreSQL starts again: without it the next attempt could be lent one of those.
 */
async function insist<T>(work: () => Promise<T>, reasonOf: (error: unknown) => string | undefined): Promise<T> {
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

/** A connection from one of the pools. */
interface Lent {
  readonly client: PoolClient;
  readonly entities: EntityManager;
  isBroken: boolean;
}

async function run<T, K extends Kind>(
  tx: Transaction<K>,
  lent: Lent,
  work: (tx: Transaction<K>) => Promise<T>,
): Promise<T> {
  try {
    const result = await work(tx);
    await tx.finish();
    return result;
  } catch (error) {
    await tx.rollBack().catch(() => (lent.isBroken = true));
    throw error;
  }
}
