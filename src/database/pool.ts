import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { Gauge } from 'prom-client';
import { isConnectionLoss, sqlState, TOO_MANY_CONNECTIONS } from './errors';

/** Milliseconds after a refusal before the pool asks for a further connection. */
const PAUSE_MS = 1_000;
/** Milliseconds between tries of a pool without any connection. */
const RETRY_MS = 100;

const POOLS = new Set<CountedPool>();

type Lent = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

/** A pool of `ServiceClient`s with metrics; refused connections make callers wait. */
export class CountedPool extends Pool {
  /** Milliseconds that a caller waits for a connection, in all. Tests of many callers of one row wait for longer. */
  static patienceMs = 8_000;

  /** Maximum of connections; `options.max` is lower for a moment after a refusal. */
  readonly size: number;
  private isRefused = false;
  /** Open connections; `totalCount` includes those that are being opened. */
  private connected = 0;
  private pause: NodeJS.Timeout | undefined;

  constructor(options?: PoolConfig) {
    super(options);
    this.size = this.options.max;
    POOLS.add(this);
    // The pool replaces an idle connection that breaks.
    this.on('error', ignore);
    this.on('connect', (client) => {
      this.isRefused = false;
      this.connected++;
      client.once('end', () => this.connected--);
    });
  }

  /** Whether it has no connection, and did not get one at the last try. */
  get isWithout(): boolean {
    return this.isRefused && this.connected === 0;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Lent): void;
  override connect(callback?: Lent): Promise<PoolClient> | void {
    if (callback) return this.lend(callback, performance.now() + CountedPool.patienceMs);
    return new Promise((resolve, reject) =>
      this.connect((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection')))),
    );
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | void {
    POOLS.delete(this);
    clearTimeout(this.pause);
    return done ? super.end(done) : super.end();
  }

  private lend(callback: Lent, end: number): void {
    super.connect((error, client, release) => {
      if (!error) return callback(error, client, release);
      this.isRefused = true;
      if (this.ending || !this.canMakeDo(error) || performance.now() + RETRY_MS >= end)
        return callback(error, client, release);
      this.makeDo();
      setTimeout(() => this.lend(callback, end), this.connected === 0 ? RETRY_MS : 0);
    });
  }

  /** Whether existing connections suffice; a server without room may have some in a moment. */
  private canMakeDo(error: Error): boolean {
    return sqlState(error) === TOO_MANY_CONNECTIONS || (this.connected > 0 && !isConnectionLoss(error));
  }

  /** Marks the pool as full, so that callers wait for an existing connection. */
  private makeDo(): void {
    this.options.max = Math.max(this.connected, 1);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => (this.options.max = this.size), PAUSE_MS).unref();
  }
}

/** Listener of errors that the running statement reports; without one they would end the process. */
export const ignore = (): void => undefined;

const poolGauge = (name: string, help: string, of: (pool: CountedPool) => number): Gauge =>
  new Gauge({
    name,
    help,
    collect() {
      this.set([...POOLS].reduce((sum, pool) => sum + of(pool), 0));
    },
  });
poolGauge('db_pool_connections', 'Open database connections', (pool) => pool.totalCount);
poolGauge('db_pool_idle_connections', 'Idle database connections', (pool) => pool.idleCount);
poolGauge('db_pool_max_connections', 'The most that may be open', (pool) => pool.size);
poolGauge('db_pool_waiting_requests', 'Requests that wait for a database connection', (pool) => pool.waitingCount);
