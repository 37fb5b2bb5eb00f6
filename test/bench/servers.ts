import { type ChildProcess, fork, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, signal, until } from '../fault/support/processes';
import type { RedisServer } from '../fault/support/redis';
import { DATA } from './cluster';
import type { Job, Outcome } from './job';
import type { ToLoad } from './load';
import type { PeerJob, PeerOutcome } from './peers/peer-job';
import type { Target } from './requests';
import { Unmet } from './unmet';

export const OPERATOR_TOKEN = 'operator-token-of-the-benchmark-0123456789';

/** The limits are on and count every call; only their bounds are too high to reach. */
const HIGH = '1000000000';
const LIMITS = {
  LIMIT_IP_PER_MINUTE: HIGH,
  LIMIT_KEY_PER_MINUTE: HIGH,
  LIMIT_KEY_WRITES_PER_MINUTE: HIGH,
  LIMIT_KEY_METRICS_PER_MINUTE: HIGH,
  LIMIT_SESSION_PER_MINUTE: HIGH,
};

interface ProcessOptions {
  readonly execArgv?: string[];
  readonly ipc?: boolean;
  readonly redis?: number;
}

type ServiceOptions = Omit<ProcessOptions, 'redis'> & { readonly settings?: object; readonly redis?: RedisServer };

const LOG = join(DATA, 'servers.log');

/** A server that is measured, in a separate process. One that ends by itself fails the program (`runProgram`). */
export class ServerProcess {
  private isStopped = false;

  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** The process of its Redis, if it has one. */
    readonly redis: number | undefined,
    logged: number,
  ) {
    child.once('exit', (code, name) => {
      if (this.isStopped) return;
      throw new Unmet(`${this.name} ended by itself with ${code ?? name}: ${lastLineSince(logged) ?? `see ${LOG}`}`);
    });
  }

  private get name(): string {
    return this.child.spawnargs.at(-1) ?? '';
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The built service, with the log of production, which is thrown away. */
  static service(url: string, options: ServiceOptions = {}) {
    const own = { OPERATOR_TOKEN, LOG_LEVEL: 'info', TRUST_PROXY: '1', LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: HIGH };
    const { settings, redis, ...how } = options;
    const env = { DATABASE_URL: url, ...own, ...LIMITS, ...settings, ...(redis && { REDIS_URL: redis.url }) };
    return ServerProcess.start(join(__dirname, '../../src/main.js'), env, { ...how, redis: redis?.pid });
  }

  /** The yardsticks. */
  static bare(url: string) {
    return ServerProcess.start(join(__dirname, 'bare.js'), { DATABASE_URL: url });
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    await new Promise<void>((resolve) => {
      this.child.once('exit', () => resolve());
      signal(this.pid, 'SIGINT');
      setTimeout(() => signal(this.pid, 'SIGKILL'), 10_000).unref();
    });
  }

  private static async start(
    file: string,
    env: Record<string, string>,
    { execArgv = [], ipc = false, redis }: ProcessOptions = {},
  ): Promise<ServerProcess> {
    const port = await freePort();
    const nowhere = openSync('/dev/null', 'w');
    const errors = openSync(LOG, 'a');
    const { NODE_OPTIONS: _, REDIS_URL: __, ...inherited } = process.env;
    const logged = fstatSync(errors).size;
    const child = spawn(process.execPath, ['--max-semi-space-size=64', ...execArgv, file], {
      cwd: DATA,
      env: { ...inherited, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', nowhere, errors, ...(ipc ? (['ipc'] as const) : [])],
    });
    closeSync(nowhere);
    closeSync(errors);
    const server = new ServerProcess(child, port, redis, logged);
    await until(`${server.name}, see ${LOG}`, 30_000, async () => {
      return (await fetch(`http://127.0.0.1:${port}/health/live`)).ok;
    });
    return server;
  }
}

/** The last line of the servers' log after its first so many bytes. */
const lastLineSince = (bytes: number): string | undefined =>
  readFileSync(LOG).subarray(bytes).toString().split('\n').findLast(Boolean);

/** The load generator. One that ends by itself fails the program (`runProgram`). */
export class LoadProcess {
  private readonly child = fork(join(__dirname, 'load.js'), { stdio: 'inherit' });

  constructor(targets: readonly Target[]) {
    this.child.once('exit', (code, name) => {
      throw new Unmet(`The load generator ended by itself with ${code ?? name}.`);
    });
    this.tell({ targets });
  }

  run(job: Job): Promise<Outcome> {
    return this.outcomeOf({ job });
  }

  runAtPeer(peerJob: PeerJob): Promise<PeerOutcome> {
    return this.outcomeOf({ peerJob });
  }

  private outcomeOf<Found extends Outcome>(work: ToLoad): Promise<Found> {
    return new Promise((resolve) => {
      this.child.once('message', (outcome) => resolve(outcome as Found));
      this.tell(work);
    });
  }

  stop(): void {
    this.child.removeAllListeners();
    if (this.child.connected) this.child.disconnect();
  }

  private tell(message: ToLoad): void {
    // One that has ended is reported by its end.
    this.child.send(message, () => undefined);
  }
}
