import os from 'node:os';
import { FileLock } from './file-lock';
import { send, serverOf, waitUntil } from './postgres-process';

/** Milliseconds for a server to shut down, and for processes that are not seen from here to end. */
const SHUTDOWN_MS = 30_000;
const OUT_OF_SIGHT_MS = 10_000;

/** Takes the cluster for this service, for as long as its process lives. Throws, naming `dataDir`, when another one has it. */
export async function holdService(dataDir: string, cluster: string): Promise<FileLock> {
  const lock = await FileLock.open(`${cluster}.service.lock`);
  if (!lock.take()) {
    lock.close();
    const holder = lock.signature || 'another process';
    throw new Error(`The data folder ${dataDir} is in use by ${holder}: stop it, or set another DATA_DIR.`);
  }
  lock.sign(`the running process ${process.pid} on ${os.hostname()}`);
  return lock;
}

/**
 * Takes the lock that PostgreSQL's own processes hold; the caller has the service's, so every running process is left from a service
 * that was killed. A server that is seen from here is shut down. Having the lock is the proof that no process is left.
 */
export async function holdCluster(cluster: string, signal: AbortSignal): Promise<FileLock> {
  const lock = await FileLock.open(`${cluster}.lock`);
  try {
    if (await endServerOf(cluster, () => lock.take(), signal)) return lock;
    throw new Error(
      `Processes that are not seen from here still work on the database in ${cluster}, in another container or frozen: end them.`,
    );
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Shuts the server of the cluster down, if one is seen, at once if need be; says whether it is gone and `isFree` holds. */
export async function endServerOf(cluster: string, isFree: () => boolean, signal: AbortSignal): Promise<boolean> {
  const isOver = (): boolean => serverOf(cluster) === undefined && isFree();
  for (const how of ['SIGINT', 'SIGQUIT'] as const) {
    const server = serverOf(cluster);
    // A frozen one would not get the first signal.
    if (server) for (const name of [how, 'SIGCONT'] as const) send(server, name);
    if (await waitUntil(isOver, server ? SHUTDOWN_MS : OUT_OF_SIGHT_MS, signal)) return true;
    if (!server) break;
  }
  return false;
}
