import { type ChildProcess, fork, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, signal, until } from '../fault/support/processes';
import type { RedisServer } from '../fault/support/redis';
import { DATA } from './cluster';
import type { Job, Outcome } from './job';
import type { ToLoad } from './load';
import type { PeerJob, PeerOutcome } from './peers/peer-job';
import type { Target } from './requests';

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

/** A server that is measured, in a separate process. */
export class ServerProcess {
  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** The process of its Redis, if it has one. */
    readonly redis?: number,
  ) {}

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
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
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
    const errors = openSync(join(DATA, 'servers.log'), 'a');
    const { NODE_OPTIONS: _, REDIS_URL: __, ...inherited } = process.env;
    const child = spawn(process.execPath, ['--max-semi-space-size=64', ...execArgv, file], {
      cwd: DATA,
      env: { ...inherited, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', nowhere, errors, ...(ipc ? (['ipc'] as const) : [])],
    });
    closeSync(nowhere);
    closeSync(errors);
    await until(`${file}, see ${DATA}/servers.log`, 30_000, async () => {
      return (await fetch(`http://127.0.0.1:${port}/health/live`)).ok;
    });
    return new ServerProcess(child, port, redis);
  }
}

/** The load generator. */
export class LoadProcess {
  private readonly child = fork(join(__dirname, 'load.js'), { stdio: 'inherit' });

  constructor(targets: readonly Target[]) {
    this.tell({ targets });
  }

  run(job: Job): Promise<Outcome> {
    return this.outcomeOf({ job });
  }

  runAtPeer(peerJob: PeerJob): Promise<PeerOutcome> {
    return this.outcomeOf({ peerJob });
  }

  private outcomeOf<Found extends Outcome>(work: ToLoad): Promise<Found> {
    return new Promise((resolve, reject) => {
      this.child.once('message', (outcome) => {
        this.child.off('exit', onExit);
        resolve(outcome as Found);
      });
      const onExit = (): void => reject(new Error('the load generator ended'));
      this.child.once('exit', onExit);
      this.tell(work);
    });
  }

  stop(): void {
    this.child.removeAllListeners();
    if (this.child.connected) this.child.disconnect();
  }

  private tell(message: ToLoad): void {
    this.child.send(message);
  }
}
