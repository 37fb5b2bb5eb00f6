import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { openLog } from './own-files';
import type { ServerUser } from './server-user';

/** How long a server may take until it answers at all; recovery after a crash takes as long as it takes. */
const START_TIMEOUT_MS = 60_000;
/** SQLSTATEs of a server that is starting up, recovering, or full of connections. */
const NOT_YET = ['57P03', '53300'];

export interface ServerProcess {
  readonly program: string;
  readonly cluster: string;
  readonly args: readonly string[];
  readonly user: ServerUser | undefined;
  /** The descriptor of a lock that every process of the server shall hold. */
  readonly lock?: number;
}

/** The server's log, in its own folder. */
export const logOf = (cluster: string): string => path.join(cluster, 'server.log');

/** Starts the server; its output goes to the log file, so that it outlives this process without losing a line. */
export function spawnPostgres({ program, cluster, args, user, lock }: ServerProcess): ChildProcess {
  const output = openLog(logOf(cluster), user?.uid);
  try {
    // A process group of its own: Ctrl-C in the terminal must reach the service alone, which then stops the server.
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
 * Gets the server past its own lock file when no server of this cluster runs here. It would mistake any process with the
 * stored id for the previous one, and in a container there always is one. `pg_ctl` excepts its shell from that by this
 * variable; PostgreSQL still makes all its other checks. It never gets past an incomplete lock file.
 */
function passGuard(cluster: string): NodeJS.ProcessEnv {
  const pid = noted(cluster);
  if (pid) return { PG_GRANDPARENT_PID: String(pid) };
  fs.rmSync(guardOf(cluster), { force: true });
  return {};
}

/** The variables with which a program finds other programs and its own files; all but the first are of Windows. */
const INHERITED = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'PATHEXT'];

/** The environment of a program that the service starts: none of its own settings, which hold secrets. */
export const bareEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** Nothing of the operator's locale or time zone decides how the database behaves. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ ...bareEnvironment(), LC_ALL: 'C', TZ: 'UTC' });

/** Waits until the server accepts connections, recovery after a crash included. Throws when `hasFailed` says so. */
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

/** The server that a killed service left running on this cluster, as far as this process sees it; proven to be that one. */
export function serverOf(cluster: string): number | undefined {
  const pid = noted(cluster);
  return pid && isPostgresOf(cluster, pid) ? pid : undefined;
}

/** The process that PostgreSQL's own lock file names: one that runs, or ran, here or in another container. */
function noted(cluster: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(guardOf(cluster), 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

const guardOf = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** Ids are used again: the process must be PostgreSQL, started for this folder. */
function isPostgresOf(cluster: string, pid: number): boolean {
  if (process.platform === 'linux') return startedWith(pid).some((argument) => isSameFolder(argument, cluster));
  const [list = '', ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/NH', '/FI', `PID eq ${pid}`]
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)];
  const line = String(spawnSync(list, args, { env: bareEnvironment() }).stdout);
  return process.platform === 'win32' ? line.includes('postgres.exe') : line.includes(`-D ${cluster} `);
}

/** What follows `-D` in the command line of a PostgreSQL; nothing for other programs. Any user may read it. */
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

/** Sends a signal to a process that may have ended meanwhile. */
export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Waits until `isSo`, for `patience` milliseconds at most; returns whether it became so. */
export async function waitUntil(isSo: () => boolean, patience: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + patience;
  while (!isSo()) {
    if (performance.now() > deadline) return false;
    await sleep(25, undefined, { signal });
  }
  return true;
}
