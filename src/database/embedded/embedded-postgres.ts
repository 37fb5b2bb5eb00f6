import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { makeRoles, type RoleUrls } from '../roles';
import { type Binaries, findBinaries } from './binaries';
import { lockFolder } from './folder-lock';
import { keptSecret, ownFolder, readLog, requireFolderOf } from './own-files';
import { runningServer, serverEnvironment, spawnPostgres, stopServer, untilReady } from './postgres-process';
import { moveFormer, publicPath } from './public-place';
import { isReachableBy, type ServerUser, serverUserFor } from './server-user';

/** A PostgreSQL server of the service's own. */
export interface EmbeddedPostgres {
  /** The superuser's way in; the service and its migrations have roles of their own. */
  readonly adminUrl: string;
  readonly urls: RoleUrls;
  /** Where its files are: `postgres` under the data folder, or a public folder when root's folder is closed to it. */
  readonly cluster: string;
  /** Shuts the server down (open transactions roll back) and gives the data folder free. */
  stop(): Promise<void>;
}

/** `unsafeButFast` is for tests: it switches off what makes a commit survive a crash of the machine. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly unsafeButFast?: boolean;
}

/** No statement and no value of a statement reaches the server's log: they hold personal data. */
const QUIET_LOG = [
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
];
const UNSAFE_BUT_FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Brings up a real PostgreSQL from the npm package under `dataDir`: makes the cluster on the first start, recovers it
 * after a crash, takes over a server that a killed service left running, and restarts one that dies.
 * Throws when another living process uses the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  ownFolder(dataDir);
  const unlock = await lockFolder(dataDir);
  try {
    const secret = (name: string): string => keptSecret(path.join(dataDir, name));
    const isFirst = !fs.existsSync(path.join(dataDir, 'postgres-password'));
    const { cluster, user } = await placeOf(path.join(dataDir, 'postgres'), isFirst);
    requireFolderOf(user?.uid ?? process.getuid?.(), cluster);
    const binaries = findBinaries(user);
    const password = secret('postgres-password');
    if (!fs.existsSync(path.join(cluster, 'PG_VERSION'))) initialise(binaries, cluster, user, password);
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...QUIET_LOG];
    const server = await start(
      binaries,
      cluster,
      user,
      password,
      settings.concat(options.unsafeButFast ? UNSAFE_BUT_FAST : []),
    );
    const passwords = { owner: secret('owner-password'), app: secret('app-password') };
    const urls = await makeRoles(server.url, passwords).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    const stop = (): Promise<void> => server.stop().then(unlock);
    return { adminUrl: server.url, urls, cluster, stop };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function placeOf(wanted: string, isFirst: boolean): Promise<{ cluster: string; user: ServerUser | undefined }> {
  const user = serverUserFor(wanted);
  if (!user || isReachableBy(user, wanted)) return { cluster: wanted, user };
  const cluster = publicPath('data', wanted);
  await moveFormer(wanted, cluster, user, isFirst);
  return { cluster, user: serverUserFor(cluster) };
}

function initialise({ initdb }: Binaries, cluster: string, user: ServerUser | undefined, password: string): void {
  fs.mkdirSync(cluster, { recursive: true });
  fs.chmodSync(cluster, 0o700);
  // Beside the cluster, where only its user may look, under a name that nobody can know.
  const folder = fs.mkdtempSync(`${cluster}-initdb.`);
  const passwordFile = path.join(folder, 'password');
  fs.writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (user) for (const place of [cluster, passwordFile, folder]) fs.chownSync(place, user.uid, user.gid);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const result = spawnSync(initdb, ['-D', cluster, ...access, ...locale, '--no-instructions'], {
    env: serverEnvironment(),
    cwd: '/',
    encoding: 'utf8',
    ...user,
  });
  fs.rmSync(folder, { recursive: true, force: true });
  if (result.status !== 0) {
    fs.rmSync(cluster, { recursive: true, force: true });
    throw new Error(`The embedded PostgreSQL could not be set up: ${result.error?.message ?? result.stderr}`);
  }
}

async function start(
  { postgres }: Binaries,
  cluster: string,
  user: ServerUser | undefined,
  password: string,
  settings: string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const left = runningServer(cluster);
  const port = left?.port ?? (await freePort());
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const log = path.join(cluster, 'server.log');
  const args = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  let stopping = false;
  let failure: string | undefined;

  const keepRunning = (): void => {
    if (stopping || failure) return;
    const child = spawnPostgres(postgres, args, log, user ?? {});
    child.once('error', (error) => (failure = `The embedded PostgreSQL did not start: ${error.message}`));
    child.once('exit', () => {
      if (!stopping && isStarting) failure = `The embedded PostgreSQL did not start:\n${tail(readLog(log, user?.uid))}`;
      // It was killed: its last processes need a moment to leave before the next server may take the cluster.
      else if (!stopping) setTimeout(keepRunning, 250);
    });
  };

  let isStarting = !left;
  if (!left) keepRunning();
  await untilReady(url, () => failure);
  isStarting = false;
  return {
    url,
    stop: async () => {
      stopping = true;
      await stopServer(cluster);
    },
  };
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

const tail = (text: string): string => text.split('\n').slice(-20).join('\n');
