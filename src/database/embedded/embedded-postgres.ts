import fs from 'node:fs';
import path from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { makeRoles, type RoleUrls } from '../schema/roles';
import { findBinaries } from './binaries';
import { lockCluster, lockService } from './locks';
import { keptSecret, ownFolder, requireFolderOf, renameDurably } from './own-files';
import { isCluster, locateCluster, type ClusterLocation } from './data-folder';
import { runServer, send, serverEnvironment } from './server';

export interface EmbeddedPostgres {
  /** The superuser's address; the service and its migrations have their own roles. */
  readonly adminUrl: string;
  readonly urls: RoleUrls;
  /** Folder of its files: `postgres` under the data folder, or a public one when root's folder is closed to it. */
  readonly cluster: string;
  /** Shuts the server down (open transactions roll back) and releases the data folder. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Refuses a folder, chosen by the operator, that root's PostgreSQL cannot enter, instead of using another one. */
  readonly mustStay?: boolean;
  /** Called for each server that died and is started again. */
  readonly onRestart?: () => void;
  /** Ends a start before it is complete; nothing is left running. */
  readonly signal?: AbortSignal;
  /** For tests: switches off what makes a commit survive a crash of the machine. */
  readonly unsafeButFast?: boolean;
}

/** Keeps statements and their values, which hold personal data, out of the server's log. */
const QUIET_LOG = [
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  // The log is not rotated, and only these messages would make it grow.
  'log_checkpoints=off',
];
const LOCAL = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
const UNSAFE_BUT_FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/**
 * Starts the PostgreSQL of the npm package under `dataDir`: creates the cluster, recovers it after a crash, restarts
 * it. Ends a server that a killed service left running. Throws when another process uses the folder; a failed start
 * leaves no process.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const undo: (() => unknown)[] = [];
  const takeBack = async (): Promise<void> => {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  };
  let stopped: Promise<void> | undefined;
  // Later calls wait for the same end.
  const stop = (): Promise<void> => (stopped ??= takeBack());
  try {
    return { ...(await start(options, (step) => undo.push(step))), stop };
  } catch (error) {
    await stop();
    throw named(error, options.dataDir);
  }
}

async function start(
  { dataDir: folder, mustStay = false, unsafeButFast, onRestart = () => undefined, ...rest }: EmbeddedOptions,
  onStop: (step: () => unknown) => void,
): Promise<Omit<EmbeddedPostgres, 'stop'>> {
  const { signal = new AbortController().signal } = rest;
  const dataDir = ownFolder(path.resolve(folder));
  const location = locateCluster(dataDir, mustStay);
  const { cluster, user } = location;
  requireFolderOf(user?.uid ?? process.getuid?.(), cluster);
  const service = await lockService(dataDir, cluster);
  onStop(() => service.close());
  const lock = await lockCluster(cluster, signal);
  onStop(() => lock.close());
  removeDraft(cluster);

  const { initdb, postgres, major } = await findBinaries(user);
  const secret = (name: string): string => keptSecret(path.join(dataDir, name));
  const password = secret('postgres-password');
  if (isCluster(cluster)) requireMajor(major, cluster);
  else await initialise(initdb, location, password, { lock: lock.descriptor, signal });
  const settings = [...LOCAL, ...QUIET_LOG, ...(unsafeButFast ? UNSAFE_BUT_FAST : [])];
  const program = { program: postgres, cluster, user, lock: lock.descriptor };
  const server = await runServer(program, { password, settings, signal, onRestart });
  onStop(() => server.stop());
  const urls = await makeRoles(server.url, { owner: secret('owner-password'), app: secret('app-password') });
  signal.throwIfAborted();
  return { adminUrl: server.url, urls, cluster };
}

function requireMajor(major: string, cluster: string): void {
  const found = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== major)
    throw new Error(
      `The database in ${cluster} is of PostgreSQL ${found}, and this release brings PostgreSQL ${major}: ` +
        'start the release that made it, and move the data (docs/operations.md, "The embedded PostgreSQL").',
    );
}

/** Names the folder in a system error, which names a file at most. */
function named(error: unknown, dataDir: string): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (!syscall) return error;
  return new Error(`The embedded PostgreSQL cannot use the DATA_DIR ${dataDir}: ${message}`, { cause: error });
}

const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
const ACCESS = ['-U', 'postgres', '--auth=scram-sha-256'];

/**
 * Creates the cluster in a draft folder next to it and renames it when complete. A killed start leaves a draft,
 * which the next start removes. initdb inherits `lock`, as it may outlive this process.
 */
async function initialise(
  initdb: string,
  { cluster, user }: ClusterLocation,
  password: string,
  { lock, signal }: { lock: number; signal: AbortSignal },
): Promise<void> {
  if (fs.existsSync(cluster) && fs.readdirSync(cluster).length > 0)
    throw new Error(`${cluster} holds something that is not a database: move it away, or set another DATA_DIR.`);
  const draft = draftOf(cluster);
  const [data, passwordFile] = [path.join(draft, 'data'), path.join(draft, 'password')];
  try {
    fs.mkdirSync(draft, { mode: 0o700 });
    fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (user) for (const file of [passwordFile, draft]) fs.chownSync(file, user.uid, user.gid);
    const child = spawn(initdb, ['-D', data, `--pwfile=${passwordFile}`, ...ACCESS, ...LOCALE, '--no-instructions'], {
      env: serverEnvironment(),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', lock],
      detached: true,
      ...user,
    });
    const { status, output } = await endOf(child, signal);
    signal.throwIfAborted();
    if (status !== 0) throw new Error(`The embedded PostgreSQL could not be set up: ${output.trim()}`);
    renameDurably(data, cluster);
  } finally {
    removeDraft(cluster);
  }
}

/** Returns exit status and output of a program; an abort kills it with its children first. */
async function endOf(child: ChildProcess, signal: AbortSignal): Promise<{ status: number | null; output: string }> {
  let output = '';
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const kill = (): void => {
    if (child.pid) send(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  };
  signal.addEventListener('abort', kill);
  try {
    // The last process closes the pipe.
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

const draftOf = (cluster: string): string => `${cluster}.new`;

/** Removes what a killed start has left next to the cluster. */
const removeDraft = (cluster: string): void => fs.rmSync(draftOf(cluster), { recursive: true, force: true });
