import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openLog } from './own-files';
import type { ServerUser } from './server-user';

const START_TIMEOUT_MS = 60_000;

/** Starts the server; its output goes to the log file, so that it outlives this process without losing a line. */
export function spawnPostgres(program: string, args: string[], log: string, user: Partial<ServerUser>): ChildProcess {
  const output = openLog(log, user.uid);
  try {
    // A process group of its own: Ctrl-C in the terminal must reach the service alone, which then stops the server.
    return spawn(program, args, {
      env: serverEnvironment(),
      cwd: '/',
      stdio: ['ignore', output, output],
      detached: true,
      ...user,
    });
  } finally {
    fs.closeSync(output);
  }
}

/** What a program finds other programs and its own files by; all but the first are Windows'. */
const INHERITED = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'PATHEXT'];

/** The environment of a program that the service starts: none of its own settings, which hold secrets. */
export const bareEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/** Nothing of the operator's locale or time zone decides how the database behaves. */
export const serverEnvironment = (): NodeJS.ProcessEnv => ({ ...bareEnvironment(), LC_ALL: 'C', TZ: 'UTC' });

/** Waits until the server accepts connections, recovery after a crash included. Throws when `hasFailed` says so. */
export async function untilReady(url: string, hasFailed: () => string | undefined): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const failure = hasFailed();
    if (failure) throw new Error(failure);
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('The embedded PostgreSQL did not become ready.', { cause: error });
      await sleep(25);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** The server that still runs on this cluster because the service before was killed; undefined when there is none. */
export function runningServer(cluster: string): { pid: number; port: number } | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(`${cluster}/postmaster.pid`, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!isPostgresOf(cluster, pid)) {
    // PostgreSQL itself would mistake a process that got this id again for the server of before.
    fs.rmSync(`${cluster}/postmaster.pid`, { force: true });
    return undefined;
  }
  return { pid, port };
}

/** Ends the server of this cluster, if one runs: open transactions roll back. */
export async function stopServer(cluster: string): Promise<void> {
  const server = runningServer(cluster);
  if (server) process.kill(server.pid, 'SIGINT');
  while (runningServer(cluster)) await sleep(20);
}

function isPostgresOf(cluster: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster);
  } catch {
    return false;
  }
}
