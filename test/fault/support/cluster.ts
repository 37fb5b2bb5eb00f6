import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import { makeRoles, type RoleUrls } from '../../../src/database/schema/roles';
import { childrenOf, freePort, isAlive, mustRun, signal, until } from './processes';

/** The role of the service, as in production: row level security applies to it. */
export const ROLE = 'entrada_app';

/** A PostgreSQL cluster for this suite, with default settings (fsync is on). It can be killed and started again. */
export class Cluster {
  private readonly data: string;
  private readonly asServer: string[];

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly env: Record<string, string>,
    private readonly bin: string,
  ) {
    this.data = join(folder, 'data');
    const isRoot = process.getuid?.() === 0;
    this.asServer = isRoot ? ['runuser', '-u', 'postgres', '--'] : [];
    mkdirSync(folder);
    if (isRoot) {
      const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
      chownSync(folder, id('-u'), id('-g'));
    }
  }

  /** `env` is for the server's processes; `bin` is the folder of the programs of another release. */
  static async create(folder: string, env: Record<string, string> = {}, bin = BIN): Promise<Cluster> {
    const cluster = new Cluster(folder, await freePort(), env, bin);
    await cluster.tool(
      'initdb',
      '-D',
      cluster.data,
      '-U',
      'postgres',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    );
    await cluster.start();
    return cluster;
  }

  /** Starts a replica of this server, which takes no writes until it is promoted. `copy` fills its data directory. */
  async replica(folder: string, copy?: (data: string) => Promise<unknown>): Promise<Cluster> {
    const replica = new Cluster(folder, await freePort(), this.env, this.bin);
    const from = `host=127.0.0.1 port=${this.port} user=postgres`;
    if (copy) await copy(replica.data);
    else await replica.tool('pg_basebackup', '-D', replica.data, '-R', '-c', 'fast', '-d', from);
    await replica.start();
    return replica;
  }

  /** Makes an empty database with the service's roles and returns their addresses. */
  async createDatabase(name: string): Promise<RoleUrls> {
    await this.sql(`create database ${name}`);
    return makeRoles(this.url(name, 'postgres'), { owner: 'of-the-tables', app: 'of-the-service' });
  }

  url(database: string, role = ROLE, port = this.port): string {
    return `postgres://${role}@127.0.0.1:${port}/${database}`;
  }

  async start(): Promise<void> {
    const settings = `-p ${this.port} -k ${this.folder} -c listen_addresses=127.0.0.1 -c log_line_prefix='%m [%p] '`;
    await this.tool(
      'pg_ctl',
      '-D',
      this.data,
      '-w',
      '-t',
      '60',
      '-l',
      join(this.folder, 'log'),
      '-o',
      settings,
      'start',
    );
  }

  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    await this.tool('pg_ctl', '-D', this.data, '-w', '-m', mode, 'stop');
  }

  /** Kills the postmaster and each of its children by kill -9. */
  async kill(): Promise<void> {
    const pids = this.signalAll('SIGKILL');
    await until('the end of PostgreSQL', 10_000, () => !pids.some(isAlive));
  }

  /** Freezes the server: it keeps all its connections and answers nothing. */
  freeze = (): number[] => this.signalAll('SIGSTOP');
  thaw = (): number[] => this.signalAll('SIGCONT');

  /** Opens one connection for as long as `work` takes, by default as the superuser. */
  async as<T>(database: string, work: (client: Client) => Promise<T>, user = 'postgres'): Promise<T> {
    const client = new Client({ host: '127.0.0.1', port: this.port, user, database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Runs one statement as the superuser. */
  async sql<Row extends QueryResultRow>(text: string, database = 'postgres', values: unknown[] = []): Promise<Row[]> {
    return this.as(database, async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** Changes a setting for all sessions by `alter system`; undefined resets it. */
  async set(name: string, value: string | undefined): Promise<void> {
    await this.sql(value === undefined ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`);
    await this.sql('select pg_reload_conf()');
  }

  /** Makes this role need its password from now on. */
  async withPasswords(role: string): Promise<void> {
    const file = join(this.data, 'pg_hba.conf');
    const line = `host all ${role} 127.0.0.1/32 scram-sha-256\n`;
    const rules = readFileSync(file, 'utf8');
    if (!rules.startsWith(line)) {
      // At once: the server may be reading the file for the reload before.
      const { uid, gid } = statSync(file);
      writeFileSync(`${file}.new`, line + rules, { mode: 0o600 });
      chownSync(`${file}.new`, uid, gid);
      renameSync(`${file}.new`, file);
    }
    await this.sql('select pg_reload_conf()');
  }

  /** The whole log of the server. */
  get log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8');
  }

  async schemaOf(database: string): Promise<string> {
    const args = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres', '--schema-only', database];
    // Newer versions of the tool write a random token into the dump.
    return (await mustRun(join(BIN, 'pg_dump'), args)).replace(/^\\(un)?restrict .*$/gm, '');
  }

  /** Signals the postmaster first, so that it starts no further process. */
  private signalAll(name: NodeJS.Signals): number[] {
    const postmaster = Number(readFileSync(join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    signal(postmaster, name);
    const children = childrenOf(postmaster);
    for (const pid of children) signal(pid, name);
    return [postmaster, ...children];
  }

  private async tool(name: string, ...args: string[]): Promise<void> {
    const [command = '', ...rest] = [...this.asServer, 'env', ...settingsOf(this.env), join(this.bin, name), ...args];
    await mustRun('sh', [
      '-c',
      'exec "$@" >"$0" 2>&1 </dev/null || { cat "$0"; exit 1; }',
      `${this.folder}.out`,
      command,
      ...rest,
    ]);
  }
}

const BIN = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();

const settingsOf = (env: Record<string, string>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);
