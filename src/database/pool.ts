import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { Gauge } from 'prom-client';
import { DatabaseBusy, isConnectionLoss, sqlState, TOO_MANY_CONNECTIONS } from './errors';
import { type Waiter, FairQueue } from './fair-queue';

/** Milliseconds after a refusal before the pool asks for a further connection. */
const PAUSE_MS = 1_000;
/** Milliseconds between tries of a pool without any connection. */
const RETRY_MS = 100;

const POOLS = new Set<CountedPool>();

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: PoolClient['release'],
) => void;

const NO_ACCOUNT: Waiter = { priority: 'console', accountId: '' };

/** A call in the queue, and what starts it. */
interface WaitingCall extends Waiter {
  start(): void;
}

/** The wait for a connection, which may end before pg answers. */
interface Wait {
  isOver(): boolean;
  /** Why the server gave none. */
  refusal?: Error;
}

/** A pool of `ServiceClient`s with metrics. Callers wait in a `FairQueue`; refused connections make them wait longer. */
export class CountedPool extends Pool {
  /** Milliseconds that a caller waits in all, in the queue and for a new connection. Tests of many callers of one row wait for longer. */
  static acquireTimeoutMs = 8_000;

  /** Maximum of connections; `options.max` is lower for a moment after a refusal. */
  readonly size: number;
  private isRefused = false;
  private isServing = false;
  /** Open connections; `totalCount` includes those that are being opened. */
  private connected = 0;
  private pause: NodeJS.Timeout | undefined;
  private readonly queue: FairQueue<WaitingCall>;
  private waiter: Waiter = NO_ACCOUNT;

  constructor(options?: PoolConfig) {
    super(options);
    this.size = this.options.max;
    this.queue = new FairQueue(this.size);
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

  /** Calls in the queue, and those whose connection is being opened. */
  get waitingCalls(): number {
    return this.queue.waiting + this.waitingCount;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    return callback ? this.enqueue(this.waiter, callback) : this.acquire(this.waiter);
  }

  /**
   * Waits for a connection. Throws `DatabaseBusy` after too long a wait, `waitedMs` before it included, and the signal's reason when it is
   * aborted first.
   */
  acquire(waiter: Waiter, signal?: AbortSignal, waitedMs = 0): Promise<PoolClient> {
    return new Promise((resolve, reject) =>
      this.enqueue(
        waiter,
        (error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection'))),
        { signal, waitedMs },
      ),
    );
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | void {
    POOLS.delete(this);
    clearTimeout(this.pause);
    return done ? super.end(done) : super.end();
  }

  /** Runs work that calls `connect` at once, as TypeORM does, for this waiter. */
  acquiringFor<T>(waiter: Waiter, work: () => T): T {
    this.waiter = waiter;
    try {
      return work();
    } finally {
      this.waiter = NO_ACCOUNT;
    }
  }

  private enqueue(
    { priority, accountId, worker }: Waiter,
    callback: ConnectCallback,
    { signal, waitedMs = 0 }: { readonly signal?: AbortSignal; readonly waitedMs?: number } = {},
  ): void {
    let isWaiting = true;
    let timer: NodeJS.Timeout | undefined;
    const answer: ConnectCallback = (error, client, release) => {
      isWaiting = false;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      callback(error, client, release);
    };
    const wait: Wait = { isOver: () => !isWaiting };
    const start = (): void =>
      this.open(wait, (error, client, release) => {
        const ending = client ? this.releasing(client, call) : release;
        if (!client) this.release(call);
        if (isWaiting) answer(error, client, ending);
        else client?.release();
      });
    const call: WaitingCall = { priority, accountId, worker, start };
    const giveUp = (reason: unknown): void => {
      this.queue.remove(call);
      answer(reason as Error, undefined, ignore);
    };
    const abort = (): void => giveUp(signal?.reason);
    const isGranted = this.queue.acquire(call, performance.now());
    // An idle connection is given at once.
    if (!isGranted || this.idleCount === 0) {
      const leftMs = CountedPool.acquireTimeoutMs - waitedMs;
      timer = setTimeout(() => giveUp(new DatabaseBusy(wait.refusal)), leftMs).unref();
      signal?.addEventListener('abort', abort);
    }
    if (isGranted) start();
    else this.serve();
  }

  /** Makes the release of a connection, by its caller or by pg, release it in the queue too, after its rest. */
  private releasing(client: PoolClient, call: WaitingCall): PoolClient['release'] {
    const release = client.release.bind(client);
    const startedAt = performance.now();
    return (client.release = (error) => {
      release(error);
      const now = performance.now();
      const rest = this.queue.restAfter(call, now - startedAt, now);
      if (rest > 0) setTimeout(() => this.release(call), rest).unref();
      else this.release(call);
    });
  }

  private release(call: WaitingCall): void {
    this.queue.release(call);
    this.serve();
  }

  /** A call that fails at once, as after `end`, is released in here: the loop goes on, without recursion. */
  private serve(): void {
    if (this.isServing) return;
    this.isServing = true;
    try {
      const next = (): WaitingCall | undefined => this.queue.next(performance.now());
      for (let call = next(); call; call = next()) call.start();
    } finally {
      this.isServing = false;
    }
  }

  private open(wait: Wait, callback: ConnectCallback): void {
    super.connect((error, client, release) => {
      if (!error) return callback(error, client, release);
      this.isRefused = true;
      wait.refusal = error;
      if (wait.isOver() || this.ending || !this.hasOthers(error)) return callback(error, client, release);
      this.limitToOpen();
      setTimeout(() => this.open(wait, callback), this.connected === 0 ? RETRY_MS : 0);
    });
  }

  /** Whether existing connections suffice; a full server may have some in a moment. */
  private hasOthers(error: Error): boolean {
    return sqlState(error) === TOO_MANY_CONNECTIONS || (this.connected > 0 && !isConnectionLoss(error));
  }

  /** Marks the pool as full, so that callers wait for an existing connection. */
  private limitToOpen(): void {
    this.resize(Math.max(this.connected, 1));
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.resize(this.size), PAUSE_MS).unref();
  }

  private resize(max: number): void {
    this.options.max = max;
    this.queue.size = max;
    this.serve();
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
poolGauge('db_pool_waiting_requests', 'Requests that wait for a database connection', (pool) => pool.waitingCalls);
