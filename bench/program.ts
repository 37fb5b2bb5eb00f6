import { childrenOf, signal } from '../test/fault/support/processes';
import { Unmet } from './unmet';

/**
 * Runs the program of this process and then ends the process, with 1 after a failure. An uncaught error is a failure too, such as
 * a lost connection or a server that ended by itself. All child processes end with this one.
 */
export function runProgram(main: () => Promise<void>): void {
  process.once('exit', endChildren);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
  process.once('uncaughtException', fail);
  main().then(() => process.exit(), fail);
}

function fail(error: unknown): never {
  console.error(error instanceof Unmet ? error.message : error);
  process.exit(1);
}

/** Sends SIGINT, so that PostgreSQL ends its sessions and a service its calls. */
function endChildren(): void {
  for (const pid of childrenOf(process.pid)) signal(pid, 'SIGINT');
}
