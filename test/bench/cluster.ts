import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import {
  logOf,
  serverEnvironment,
  serverOf,
  spawnPostgres,
  untilReady,
} from '../../src/database/embedded/postgres-process';
import { ownPublicPlace, publicPath } from '../../src/database/embedded/public-place';
import { folderClosedTo, type ServerUser, serverUserFor } from '../../src/database/embedded/server-user';
import { freePort, isAlive, signal, until } from '../fault/support/processes';

export const DATA = resolve('.data/bench');

/**
 * A PostgreSQL cluster of the benchmark's own, so that nobody else's load is in its figures; durable like one in production,
 * its log compressed as docs/operations.md advises. Its files are kept between runs. Nothing is vacuumed or checkpointed
 * in the middle of a slot: that is done before.
 */
export class BenchCluster {
  private constructor(
    readonly postmaster: number,
    private readonly port: number,
  ) {}

  static async open(): Promise<BenchCluster> {
    mkdirSync(DATA, { recursive: true });
    const { folder, user } = placeOf(join(DATA, 'postgres'));
    if (!existsSync(join(folder, 'PG_VERSION'))) initialise(folder, user);
    const left = serverOf(folder);
    if (left) await end(left);
    const port = await freePort();
    const args = ['-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])];
    const child = spawnPostgres({ program: join(BIN, 'postgres'), cluster: folder, args, user });
    const cluster = new BenchCluster(child.pid ?? 0, port);
    await untilReady(cluster.url('postgres'), () =>
      child.exitCode === null ? undefined : `PostgreSQL did not start, see ${logOf(folder)}`,
    );
    return cluster;
  }

  url(database: string, role = 'postgres'): string {
    return `postgres://${role}@127.0.0.1:${this.port}/${database}`;
  }

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
    return end(this.postmaster);
  }
}

/** Where the programs of PostgreSQL stand: $PG_BIN, else Debian's place, else where `pg_config` says. */
export const BIN = binFolder();

/** A quarter of the memory, as docs/operations.md advises. */
const SHARED_BUFFERS = `${Math.round(totalmem() / 2 ** 22)}MB`;

export const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'synchronous_commit=on',
  `shared_buffers=${SHARED_BUFFERS}`,
  'wal_compression=lz4',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
];

function binFolder(): string {
  const debian = '/usr/lib/postgresql/15/bin';
  const found = [
    process.env.PG_BIN,
    debian,
    spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim(),
  ].find((folder) => folder && existsSync(join(folder, 'initdb')));
  if (!found) throw new Error('No PostgreSQL found: set PG_BIN to the folder of initdb and postgres.');
  return found;
}

function placeOf(wanted: string): { folder: string; user: ServerUser | undefined } {
  const user = serverUserFor(wanted);
  if (!user || !folderClosedTo(user, wanted)) return { folder: wanted, user };
  ownPublicPlace();
  const folder = publicPath('bench', wanted);
  return { folder, user: serverUserFor(folder) };
}

function initialise(folder: string, user: ServerUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  const args = ['-D', folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  const result = spawnSync(join(BIN, 'initdb'), args, {
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

/** The version that `postgres --version` tells. */
export const postgresVersion = (): string =>
  spawnSync(join(BIN, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim();
