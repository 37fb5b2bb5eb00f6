import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import net from 'node:net';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { readLog, openLog } from './own-files';
import type { ServerUser } from './data-folder';
import { MINUTE_MS } from '../../contract/durations';

const SHUTDOWN_MS = 30_000;
/** Milliseconds for the last processes of a killed server to leave the cluster. */
const RESTART_MS = 250;

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

interface Running {
  readonly password: string;
  readonly settings: readonly string[];
  readonly signal: AbortSignal;
  readonly onRestart: () => void;
}

/** Runs PostgreSQL on a free port, restarts it when it dies, and returns when it accepts connections. */
export async function runServer(
  program: Omit<ServerProcess, 'args'>,
  { password, settings, signal, onRestart }: Running,
): Promise<Server> {
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const args = ['-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  let child: ChildProcess | undefined;
  let state: 'starting' | 'running' | 'ending' = 'starting';
  let failure: string | undefined;

  const run = (): void => {
    if (state === 'ending') return;
    const started = (child = spawnPostgres({ ...program, args }));
    started.on('error', (error) => {
      // A process without an id never ran, and so does not exit.
      if (started.pid === undefined) onEnd(started, () => `: ${error.message}`);
    });
    started.once('exit', () => onEnd(started, () => `:\n${tail(readLog(logOf(program.cluster), program.user?.uid))}`));
  };
  const onEnd = (ended: ChildProcess, reason: () => string): void => {
    if (child === ended) child = undefined;
    if (state === 'starting') failure = `The embedded PostgreSQL did not start${reason()}`;
    if (state !== 'running') return;
    onRestart();
    runSoon(run);
  };
  const stop = async (): Promise<void> => {
    state = 'ending';
    await endOf(() => child);
  };

  run();
  try {
    await untilReady(url, () => failure, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  state = 'running';
  return { url, stop };
}

/** Retries after a moment until it throws nothing: the disk or the process table may be full. */
function runSoon(run: () => void): void {
  const tryToRun = (): void => {
    try {
      run();
    } catch {
      runSoon(run);
    }
  };
  setTimeout(tryToRun, RESTART_MS);
}

/** Asks the running process to end, each time more firmly. */
async function endOf(running: () => ChildProcess | undefined): Promise<void> {
  const isOver = (): boolean => running()?.pid === undefined;
  for (const how of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    running()?.kill(how);
    if (await waitUntil(isOver, SHUTDOWN_MS)) return;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Last useful lines: a recovering server logs one line for every refused connection. */
const tail = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes('the database system is starting up'))
    .slice(-20)
    .join('\n');

/** Milliseconds until a server answers at all; recovery after a crash has no limit. */
const START_TIMEOUT_MS = MINUTE_MS;
/** SQLSTATEs of a server that is starting up, recovering, or full of connections. */
const NOT_YET = ['57P03', '53300'];

interface ServerProcess {
  readonly program: string;
  readonly cluster: string;
  readonly args: readonly string[];
  readonly user: ServerUser | undefined;
  /** Descriptor of a lock that every process of the server inherits. */
  readonly lock?: number;
}

export const logOf = (cluster: string): string => path.join(cluster, 'server.log');

/** Starts the server; its output goes to the log file, so that it loses no line when this process ends. */
export function spawnPostgres({ program, cluster, args, user, lock }: ServerProcess): ChildProcess {
  const output = openLog(logOf(cluster), user?.uid);
  try {
    // Own process group: Ctrl-C must reach only the service, which then stops the server.
    return spawn(program, ['-D', cluster, ...args], {
      env: { ...serverEnvironment(), ...passGuard(cluster) },
      cwd: '/',
      stdio: ['ignore', output, output, ...(lock === undefined ? [] : [lock])],
      detached: true,
      ...user,
    });
  } finally {
    fs.closeSync(output);
  }
}

/**
 * Makes the server ignore its own stale lock file when no server of this cluster runs here. It would mistake any
 * process with the stored id for the previous server, and in a container there always is one. `pg_ctl` exempts its
 * shell by this variable. PostgreSQL keeps all other checks, and never ignores an incomplete file.
 */
function passGuard(cluster: string): NodeJS.ProcessEnv {
  const pid = recordedPid(cluster);
  if (pid) return { PG_GRANDPARENT_PID: String(pid) };
  fs.rmSync(guardOf(cluster), { force: true });
  return {};
}

/** Variables by which a program finds other programs and its files; all but the first are for Windows. */
const INHERITED = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'PATHEXT'];

/** Environment of a child program, without the service's settings, which hold secrets. */
const bareEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** Environment of the server, independent of the operator's locale and time zone. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ ...bareEnvironment(), LC_ALL: 'C', TZ: 'UTC' });

/** Waits until the server accepts connections, recovery included. Throws when `hasFailed` says so. */
export async function untilReady(
  url: string,
  hasFailed: () => string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  let deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const failure = hasFailed();
    if (failure) throw new Error(failure);
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (error instanceof DatabaseError) {
        if (!NOT_YET.includes(error.code ?? ''))
          throw new Error(`The embedded PostgreSQL refuses the service: ${error.message}`, { cause: error });
        deadline = performance.now() + START_TIMEOUT_MS;
      }
      if (performance.now() > deadline)
        throw new Error('The embedded PostgreSQL did not become ready.', { cause: error });
      await sleep(25, undefined, { signal });
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Process id of the server that a killed service left on this cluster, if visible and verified. */
export function serverOf(cluster: string): number | undefined {
  const pid = recordedPid(cluster);
  return pid && isPostgresOf(cluster, pid) ? pid : undefined;
}

/** Process id in PostgreSQL's lock file; it may belong to another container. */
function recordedPid(cluster: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(guardOf(cluster), 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

const guardOf = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** Process ids are reused: the process must be PostgreSQL, started for this folder. */
function isPostgresOf(cluster: string, pid: number): boolean {
  if (process.platform === 'linux') return startedWith(pid).some((argument) => isSameFolder(argument, cluster));
  const [list = '', ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/NH', '/FI', `PID eq ${pid}`]
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)];
  const line = String(spawnSync(list, args, { env: bareEnvironment() }).stdout);
  return process.platform === 'win32' ? line.includes('postgres.exe') : line.includes(`-D ${cluster} `);
}

/** Text after `-D` in the command line of a PostgreSQL, which any user may read; empty for other programs. */
function startedWith(pid: number): string[] {
  try {
    if (fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return [];
    const args = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return args.filter((_, index) => args[index - 1] === '-D');
  } catch {
    return [];
  }
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((folder) => fs.statSync(folder, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

/** Sends a signal to a process, which may have ended. */
export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits at most `timeoutMs` milliseconds until `isSo`; returns whether it became so. */
export async function waitUntil(isSo: () => boolean, timeoutMs: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!isSo()) {
    if (performance.now() > deadline) return false;
    await sleep(25, undefined, { signal });
  }
  return true;
}
