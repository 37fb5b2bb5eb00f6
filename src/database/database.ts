import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { Counter, Gauge } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { readPoolOptions } from './data-source';
import { isConnectionLoss, sqlState, TRANSIENT } from './errors';
import { sendAlone } from './flight';
import { type Queryable, setAccount, type Statement, Transaction } from './sql';

const MAX_ATTEMPTS = 3;

const retries = new Counter({
  name: 'db_tx_retries_total',
  help: 'Transactions and reads that were run again, by SQLSTATE',
  labelNames: ['sqlstate'],
});

/**
 * The service's way to PostgreSQL. Two pools: TypeORM's for transactions and entities, one of its own for single statements
 * and snapshots, so that writes that wait for a lock never hold up reads, nor the look-up of keys.
 */
@Injectable()
export class Database implements Queryable, OnModuleInit, OnApplicationShutdown {
  private readonly reads: Pool;
  private readonly writes: Pool;
  private isolated = true;

  constructor(private readonly dataSource: DataSource) {
    this.reads = new Pool(readPoolOptions(this.dataSource.options));
    // An idle connection that breaks is replaced by the pool; without a handler it would end the process.
    this.reads.on('error', ignore);
    this.writes = (this.dataSource.driver as PostgresDriver).master as Pool;
    for (const pool of [this.reads, this.writes]) {
      POOLS.add(pool);
      // A connection may break between two owners, when neither the pool nor anyone else listens to it.
      pool.on('acquire', (client) => client.off('error', ignore).on('error', ignore));
    }
  }

  async onModuleInit(): Promise<void> {
    const { rows } = await this.reads.query<{ active: boolean | null }>(
      `select row_security_active(to_regclass('leads')) as active`,
    );
    // Before the first migration nobody knows: naming the account does no harm.
    this.isolated = rows[0]?.active ?? true;
  }

  async onApplicationShutdown(): Promise<void> {
    POOLS.delete(this.reads);
    POOLS.delete(this.writes);
    await this.reads.end();
  }

  /** Whether row level security holds for this role: not for the owner of the tables, nor for a superuser. */
  get isIsolated(): boolean {
    return this.isolated;
  }

  /** TypeORM outside a transaction: for finders and single writes of tables without personal data. */
  get entities(): EntityManager {
    return this.dataSource.manager;
  }

  /** Run again once when the connection turns out to be lost, so use it for what may happen twice. */
  async rows<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    try {
      return await this.read(statement, values);
    } catch (error) {
      if (!isConnectionLoss(error)) throw error;
      retries.inc({ sqlstate: 'connection' });
      return this.read(statement, values);
    }
  }

  async row<Row>(statement: Statement, values: unknown[]): Promise<Row | undefined> {
    return (await this.rows<Row>(statement, values))[0];
  }

  /**
   * Runs `work` in a READ COMMITTED transaction: commits when it returns, rolls back when it throws. Work that fails with a
   * deadlock, or with one of the `retryOn` SQLSTATEs, is run again, at most three times in all, so it must have no effect
   * elsewhere. So is work whose connection is lost before COMMIT was sent; after that its outcome is unknown, and it throws.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, retryOn: readonly string[] = []): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      // Asked after the failure: work that leaves COMMIT to `run` has ended by the time it is sent.
      let isCommitting = (): boolean => false;
      try {
        return await this.attempt((tx) => {
          isCommitting = () => tx.isCommitting;
          return work(tx);
        });
      } catch (error) {
        const state = sqlState(error);
        const isLost = !isCommitting() && isConnectionLoss(error);
        if (attempt === MAX_ATTEMPTS || !(isLost || (state && [...TRANSIENT, ...retryOn].includes(state)))) throw error;
        retries.inc({ sqlstate: isLost ? 'connection' : state });
        await sleep(5 + Math.random() * 45);
      }
    }
  }

  /** Runs reads that all see the database as of one moment. */
  async snapshot<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.run('begin isolation level repeatable read read only', await this.lendRead(), work);
  }

  private async read<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const { name, text, isOfAccount } = statement;
    // What one flight brings is one transaction, also without BEGIN and COMMIT.
    const told = this.isolated && isOfAccount ? setAccount(values[0]) : undefined;
    return (await sendAlone(this.reads, { name, text, values }, told)).rows as Row[];
  }

  private async lendRead(): Promise<Lent> {
    const client = await this.reads.connect();
    return { client, entities: this.dataSource.manager, release: (broken) => client.release(broken) };
  }

  private async attempt<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient & { end(): Promise<void> };
    const release = async (broken: boolean): Promise<void> => {
      // A connection that cannot even roll back must not return to the pool.
      if (broken) await client.end().catch(() => undefined);
      await runner.release();
    };
    return this.run('begin', { client, entities: runner.manager, release }, work);
  }

  private async run<T>(begin: string, lent: Lent, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let broken = false;
    try {
      const tx = new Transaction(lent.client, lent.entities, this.isolated, begin);
      try {
        const result = await work(tx);
        await tx.end('commit');
        return result;
      } catch (error) {
        await tx.end('rollback').catch(() => (broken = true));
        throw error;
      }
    } finally {
      await lent.release(broken);
    }
  }
}

/** For errors of connections: the statement that was running says what happened; without a handler the process would end. */
const ignore = (): void => undefined;

/** A connection from one of the pools. */
interface Lent {
  readonly client: PoolClient;
  readonly entities: EntityManager;
  readonly release: (broken: boolean) => void | Promise<void>;
}

const POOLS = new Set<Pool>();

/** How the pools stand; read when the metrics are asked for. */
const poolGauge = (name: string, help: string, of: (pool: Pool) => number): Gauge =>
  new Gauge({
    name,
    help,
    collect() {
      this.set([...POOLS].reduce((sum, pool) => sum + of(pool), 0));
    },
  });
poolGauge('db_pool_connections', 'Open database connections', (pool) => pool.totalCount);
poolGauge('db_pool_idle_connections', 'Idle database connections', (pool) => pool.idleCount);
poolGauge('db_pool_max_connections', 'The most that may be open', (pool) => pool.options.max);
poolGauge('db_pool_waiting_requests', 'Requests that wait for a database connection', (pool) => pool.waitingCount);
