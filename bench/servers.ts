import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient } from '../test/support/http-client';
import { freePort, signal, until } from '../test/fault/support/processes';
import type { RedisServer } from '../test/fault/support/redis';
import { migrate } from '../src/database/schema/migrations';
import { makeRoles } from '../src/database/schema/roles';
import { type BenchCluster, DATA } from './cluster';
import { Unmet } from './unmet';

export const OPERATOR_TOKEN = 'operator-token-of-the-benchmark-0123456789';

/** Bound that no limit reaches. The limits are on and count every call. */
const HIGH = '1000000000';
const KEY_LIMITS = ['KEY_PER_MINUTE', 'KEY_WRITES_PER_MINUTE', 'KEY_METRICS_PER_MINUTE'];
const BOUNDS = ['IP_PER_MINUTE', ...KEY_LIMITS, 'SESSION_PER_MINUTE', 'ACCOUNT_SUBMISSIONS_PER_DAY'];
const LIMITS = Object.fromEntries(BOUNDS.map((name) => [`LIMIT_${name}`, HIGH]));

interface ProcessOptions {
  readonly execArgv?: readonly string[];
  readonly ipc?: boolean;
  readonly redis?: number;
}

type ServiceOptions = Omit<ProcessOptions, 'redis'> & { readonly settings?: object; readonly redis?: RedisServer };

const LOG = join(DATA, 'servers.log');

/** A measured server in a separate process. A server that ends by itself fails the program (`runProgram`). */
export class ServerProcess {
  private isStopped = false;

  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    /** The process of its Redis, if it has one. */
    readonly redis: number | undefined,
  ) {
    child.once('exit', (code, name) => {
      if (this.isStopped) return;
      throw new Unmet(`${this.name} ended by itself with ${code ?? name}: see ${LOG}`);
    });
  }

  private get name(): string {
    return this.child.spawnargs.at(-1) ?? '';
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Starts the built service with the log of production, which is thrown away. */
  static service(url: string, options: ServiceOptions = {}) {
    const own = { OPERATOR_TOKEN, LOG_LEVEL: 'info', TRUST_PROXY: '1' };
    const { settings, redis, ...how } = options;
    const env = { DATABASE_URL: url, ...own, ...LIMITS, ...settings, ...(redis && { REDIS_URL: redis.url }) };
    return ServerProcess.start(join(__dirname, '../src/main.js'), env, { ...how, redis: redis?.pid });
  }

  /** Starts the server of the yardsticks. */
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
    const child = spawn(process.execPath, ['--max-semi-space-size=64', ...execArgv, file], {
      cwd: DATA,
      env: { ...inherited, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
      stdio: ['ignore', nowhere, errors, ...(ipc ? (['ipc'] as const) : [])],
    });
    closeSync(nowhere);
    closeSync(errors);
    const server = new ServerProcess(child, port, redis);
    await until(`${server.name}, see ${LOG}`, 30_000, async () => {
      return (await fetch(`http://127.0.0.1:${port}/health/live`)).ok;
    });
    return server;
  }
}

/** Opens an account through the service. Its key may read and write leads, and read pipelines. */
export async function openAccount({ port }: ServerProcess): Promise<{ id: string; key: string }> {
  const operator = new HttpClient(`http://127.0.0.1:${port}/admin/v1`, OPERATOR_TOKEN);
  const { id } = (
    await operator.post<{ id: string }>('/accounts', {
      name: 'Conta',
      owner: { name: 'Dona', email: `conta-${Date.now()}@example.com` },
      plan: { api: true, auto_origin: true },
      licence_active: true,
      comercial_enabled: true,
    })
  ).data;
  const owner = operator.with({ 'X-Account-Id': id });
  const permissions = ['leads:read', 'leads:write', 'pipeline:read'];
  return { id, key: (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions })).data.key };
}

/** Returns the memory, after a garbage collection, of a service that was started with `MEMORY_PROBE`. */
export const memoryOf = ({ child }: ServerProcess): Promise<NodeJS.MemoryUsage> =>
  new Promise((resolve) => {
    child.once('message', (usage) => resolve(usage as NodeJS.MemoryUsage));
    child.send('memory');
  });

export const MEMORY_PROBE = {
  execArgv: ['--expose-gc', '--require', join(__dirname, 'memory-probe.js')],
  ipc: true,
} as const;

/** Starts the service on an empty database of this name, which replaces an older one. */
export async function serviceOnNew(cluster: BenchCluster, database: string): Promise<ServerProcess> {
  await cluster.sql(`drop database if exists ${database} with (force)`);
  await cluster.sql(`create database ${database}`);
  await migrate(cluster.url(database));
  const { app } = await makeRoles(cluster.url(database), { owner: 'of-the-tables', app: 'of-the-service' });
  return ServerProcess.service(app);
}
