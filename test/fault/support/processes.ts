import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a command to its end. */
export function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Finished> {
  return finished(spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Runs a command to its end and throws when it fails. */
export async function mustRun(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await run(command, args, env);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

export function finished(child: ChildProcess): Promise<Finished> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The direct children of a process. */
export function childrenOf(pid: number): number[] {
  try {
    const listed = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
    return listed.trim().split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Sends a signal to a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Calls `ask` until it returns a truthy value; an error counts as false. Throws after `patience` milliseconds. */
export async function until<T>(what: string, patience: number, ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch(() => undefined);
    if (answer) return answer;
    if (performance.now() > end) throw new Error(`waited ${patience} ms for: ${what}`);
    await sleep(20);
  }
}

/** Finds a free port of 127.0.0.1 below the range of outgoing connections, which could take it before the server starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
}

/** Whether no process listens on the port. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
