import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, signal } from '../fault/support/processes';
import { Unmet } from './unmet';

/** Milliseconds for `whenStopped`. */
const PATIENCE = 10_000;
const tasks: (() => Promise<unknown>)[] = [];

/**
 * Runs the program of this process and ends the process after it, with 1 when it failed, whatever is still open. A failure is also what
 * nobody caught: a lost connection, or a server that ended by itself. All processes that were started end with this one.
 */
export function runProgram(main: () => Promise<void>): void {
  process.once('exit', endChildren);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void stop());
  process.once('uncaughtException', fail);
  main().then(() => process.exit(), fail);
}

/** Adds a task for a run that is stopped by a signal: it takes back what ending the processes does not. */
export const whenStopped = (task: () => Promise<unknown>): void => void tasks.push(task);

async function stop(): Promise<never> {
  await Promise.race([Promise.allSettled(tasks.map((task) => task())), sleep(PATIENCE)]);
  process.exit(130);
}

function fail(error: unknown): never {
  console.error(error instanceof Unmet ? error.message : error);
  process.exit(1);
}

/** SIGINT: PostgreSQL then ends its sessions, and a service its calls. */
function endChildren(): void {
  for (const pid of childrenOf(process.pid)) signal(pid, 'SIGINT');
}
