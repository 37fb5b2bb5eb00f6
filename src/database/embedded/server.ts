import type { ChildProcess } from 'node:child_process';
import net from 'node:net';
import { readLog } from './own-files';
import { logOf, type ServerProcess, spawnPostgres, untilReady, waitUntil } from './postgres-process';

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
  place: Omit<ServerProcess, 'args'>,
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
    const begun = (child = spawnPostgres({ ...place, args }));
    begun.on('error', (error) => {
      // A process without an id never ran, and so does not exit.
      if (begun.pid === undefined) onEnd(begun, () => `: ${error.message}`);
    });
    begun.once('exit', () => onEnd(begun, () => `:\n${tail(readLog(logOf(place.cluster), place.user?.uid))}`));
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
