import os from 'node:os';
import fs from 'node:fs';
import { send, serverOf, waitUntil } from './server';
import { openLock } from './own-files';

/** Milliseconds for a server to shut down, and for processes that are not visible here to end. */
const SHUTDOWN_MS = 30_000;
const OUT_OF_SIGHT_MS = 10_000;

/** Takes the cluster for the life of this process. Throws, naming `dataDir`, when another service has it. */
export async function lockService(dataDir: string, cluster: string): Promise<FileLock> {
  const lock = await FileLock.open(`${cluster}.service.lock`);
  if (!lock.take()) {
    lock.close();
    const owner = lock.signature || 'another process';
    throw new Error(`The data folder ${dataDir} is in use by ${owner}: stop it, or set another DATA_DIR.`);
  }
  lock.sign(`the running process ${process.pid} on ${os.hostname()}`);
  return lock;
}

/**
 * Takes the lock that PostgreSQL's processes hold; having it proves that none is left. The caller has the service's
 * lock, so a running server is left from a killed service and is shut down.
 */
export async function lockCluster(cluster: string, signal: AbortSignal): Promise<FileLock> {
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

/** Shuts down a visible server of the cluster, immediately if needed; returns whether it is gone and `isFree` holds. */
async function endServerOf(cluster: string, isFree: () => boolean, signal: AbortSignal): Promise<boolean> {
  const isOver = (): boolean => serverOf(cluster) === undefined && isFree();
  for (const how of ['SIGINT', 'SIGQUIT'] as const) {
    const server = serverOf(cluster);
    // A stopped process would not get the first signal.
    if (server) for (const name of [how, 'SIGCONT'] as const) send(server, name);
    if (await waitUntil(isOver, server ? SHUTDOWN_MS : OUT_OF_SIGHT_MS, signal)) return true;
    if (!server) break;
  }
  return false;
}

/**
 * A lock of the operating system on a file, visible to every process of the machine, also across containers. It ends
 * with the last process that has the descriptor, including children that inherited it. The file is never removed: a
 * lock on a removed file would lock nothing.
 */
export class FileLock {
  private constructor(
    private readonly file: string,
    /** Closed in child processes, unless passed to them. */
    readonly descriptor: number,
    private readonly tryLock: (descriptor: number) => boolean,
  ) {}

  static async open(file: string): Promise<FileLock> {
    // Imported here only: with DATABASE_URL the package need not be installed.
    const { tryLock } = await import('fs-native-extensions').catch((cause: unknown) => {
      throw new Error('The package fs-native-extensions does not work here: set DATABASE_URL.', { cause });
    });
    return new FileLock(file, openLock(file), tryLock);
  }

  /** Takes the lock; false when another process has it. */
  take(): boolean {
    try {
      return this.tryLock(this.descriptor);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new Error(
        `${this.file} cannot be locked (${code}), and two services must not share a database: ` +
          'set a DATA_DIR on a local disk, or DATABASE_URL.',
        { cause },
      );
    }
  }

  /** Writes the owner's name into the file, for the message of other processes. */
  sign(text: string): void {
    fs.ftruncateSync(this.descriptor);
    fs.writeSync(this.descriptor, text, 0);
  }

  get signature(): string {
    try {
      return fs.readFileSync(this.file, 'utf8');
    } catch {
      return '';
    }
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}
