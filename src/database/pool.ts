import { Pool, type PoolConfig } from 'pg';
import { Gauge } from 'prom-client';

const POOLS = new Set<Pool>();

/** A pool that the metrics know, and whose connections may break at any moment without ending the process. */
export class CountedPool extends Pool {
  constructor(options?: PoolConfig) {
    super(options);
    POOLS.add(this);
    // An idle connection that breaks is replaced by the pool.
    this.on('error', ignore);
    // A connection may break between two owners, when neither the pool nor anyone else listens to it.
    this.on('acquire', (client) => client.off('error', ignore).on('error', ignore));
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | void {
    POOLS.delete(this);
    return done ? super.end(done) : super.end();
  }
}

/** For errors of connections: the statement that was running says what happened; without a handler the process would end. */
export const ignore = (): void => undefined;

/** The state of the pools; read when the metrics are asked for. */
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
