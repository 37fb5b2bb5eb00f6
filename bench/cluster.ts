import { type ChildProcess, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { logOf, serverEnvironment, serverOf, spawnPostgres, untilReady } from '../src/database/embedded/server';
import {
  ownPublicFolder,
  publicPath,
  folderClosedTo,
  type ServerUser,
  serverUserFor,
} from '../src/database/embedded/data-folder';
import { freePort, isAlive, signal, until } from '../test/fault/support/processes';
import { Unmet } from './unmet';

export const DATA = resolve('.data/bench');

/**
 * A PostgreSQL cluster only for the benchmark, so that its figures contain no other load. It is durable as in production, and its
 * log is compressed as docs/operations.md advises. Its files are kept between runs. Vacuum and checkpoints run before a slot,
 * not during it. A server that ends by itself fails the program (`runProgram`).
 */
export class BenchCluster {
  private isStopped = false;

  private constructor(
    child: ChildProcess,
    private readonly port: number,
    folder: string,
    readonly postmaster = child.pid ?? 0,
  ) {
    child.once('exit', () => {
      if (!this.isStopped) throw new Unmet(`PostgreSQL ended by itself, see ${logOf(folder)}`);
    });
  }

  static async open(settings: readonly string[] = SETTINGS): Promise<BenchCluster> {
    mkdirSync(DATA, { recursive: true });
    const { folder, user } = placeOf(join(DATA, 'postgres'));
    if (!existsSync(join(folder, 'PG_VERSION'))) initialise(folder, user);
    const left = serverOf(folder);
    if (left) await end(left);
    const port = await freePort();
    const args = ['-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawnPostgres({ program: programOf('postgres'), cluster: folder, args, user });
    const cluster = new BenchCluster(child, port, folder);
    await untilReady(cluster.url('postgres'), () => undefined);
    return cluster;
  }

  url(database: string, role = 'postgres'): string {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
  }

  /** Sends a statement on its own connection. */
  async sql<Row extends QueryResultRow>(text: string, database = 'postgres', values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return end(this.postmaster);
  }
}

/** Returns the path of a PostgreSQL program: in $PG_BIN, else in Debian's folder, else in the folder that `pg_config` names. */
export const programOf = (name: string): string => join(binFolder(), name);

/** Sets shared_buffers to this share of the memory. */
export const sharedBuffers = (share: number): string =>
  `shared_buffers=${Math.round((totalmem() * share) / 2 ** 20)}MB`;

export const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'synchronous_commit=on',
  // docs/operations.md advises these two.
  sharedBuffers(1 / 4),
  'wal_compression=lz4',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
];

function binFolder(): string {
  const { PG_BIN } = process.env;
  const places = PG_BIN
    ? [PG_BIN]
    : ['/usr/lib/postgresql/15/bin', spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()];
  const found = places.find((folder) => folder && existsSync(join(folder, 'initdb')));
  if (!found) {
    const where = PG_BIN ? `in ${PG_BIN}` : 'found';
    throw new Unmet(`No PostgreSQL ${where}: set PG_BIN to the folder of initdb and postgres.`);
  }
  return found;
}

function placeOf(wanted: string): { folder: string; user: ServerUser | undefined } {
  const user = serverUserFor(wanted);
  if (!user || !folderClosedTo(user, wanted)) return { folder: wanted, user };
  ownPublicFolder();
  const folder = publicPath('bench', wanted);
  return { folder, user: serverUserFor(folder) };
}

function initialise(folder: string, user: ServerUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  const args = ['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  const result = spawnSync(programOf('initdb'), args, {
    env: serverEnvironment(),
    cwd: '/',
    encoding: 'utf8',
    ...user,
  });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr}`);
}

async function end(postmaster: number): Promise<void> {
  signal(postmaster, 'SIGINT');
  await until('the end of PostgreSQL', 60_000, () => !isAlive(postmaster));
}

/** Returns the version that `postgres --version` prints. */
export const postgresVersion = (): string =>
  spawnSync(programOf('postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim();
