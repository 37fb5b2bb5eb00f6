import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { MIGRATION_NAMES } from '../../../src/database/schema/data-source';
import { Cluster } from '../../fault/support/cluster';
import { finished, type Finished, until } from '../../fault/support/processes';
import { PATIENCE_MS } from '../../support/patience';

/** The role of migrations. It sees no more of other roles' sessions than every role does. */
export const OWNER = 'entrada_owner';
export const LATEST = MIGRATION_NAMES.at(-1) ?? '';
/** Result of the command on an empty database. */
export const APPLIED = {
  code: 0,
  output: expect.stringMatching(new RegExp(`^Applied: .*${LATEST}\n$`, 'm')) as unknown,
};

/** A running `npm run migrate`, without the build. */
export interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<Finished>;
  /** Lines of standard error. */
  readonly lines: string[];
  /** Waits for the first line with this part. */
  says(part: string): Promise<string>;
}

interface Options {
  readonly role?: string;
  readonly port?: number;
  /** True if a second of its waits counts as a minute. */
  readonly isFast?: boolean;
  readonly args?: readonly string[];
}

/** A PostgreSQL on which migrations run, one database each. */
export class MigratedServer {
  private databases = 0;
  private readonly running: ChildProcess[] = [];

  private constructor(
    readonly folder: string,
    readonly cluster: Cluster,
  ) {}

  static async start(bin?: string): Promise<MigratedServer> {
    const folder = mkdtempSync(join(tmpdir(), 'entrada-migrate-'));
    chmodSync(folder, 0o755);
    return new MigratedServer(folder, await Cluster.create(join(folder, 'server'), {}, bin));
  }

  async stop(): Promise<void> {
    for (const child of this.running) child.kill('SIGKILL');
    await this.cluster.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes an empty database with the roles of the service. */
  async newDatabase(): Promise<string> {
    const name = `migrated_${++this.databases}`;
    await this.cluster.createDatabase(name);
    return name;
  }

  migrate(database: string, { role = OWNER, port, isFast = false, args = [] }: Options = {}): Running {
    const child = spawn(process.execPath, ['dist/src/migrate.js', ...args], {
      env: {
        ...process.env,
        DATABASE_URL: this.cluster.url(database, role, port),
        NODE_OPTIONS: isFast ? `--require=${resolve('test/support/fast-clock.cjs')}` : '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.running.push(child);
    const lines: string[] = [];
    child.stderr.on('data', (text: Buffer) => lines.push(...text.toString().trimEnd().split('\n')));
    const says = (part: string): Promise<string> =>
      until(`the line ${part}`, PATIENCE_MS, () => lines.find((line) => line.includes(part)));
    return { child, end: finished(child), lines, says };
  }

  /** Opens a session with the service's name and sends these statements. The session lasts as long as the work. */
  async withSession(
    {
      database,
      role,
      port,
      statements,
    }: { database: string; role: string; port?: number; statements: readonly string[] },
    work: (pid: number, client: Client) => Promise<void>,
  ): Promise<void> {
    const client = new Client({
      connectionString: this.cluster.url(database, role, port),
      application_name: 'entrada',
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await work(rows[0]?.pid ?? 0, client);
    } finally {
      await client.end();
    }
  }

  /** Makes each new index wait until the returned function is called. */
  async slowDown(database: string): Promise<() => Promise<unknown>> {
    await this.cluster.sql(
      `create table gate (is_closed bool);
       insert into gate values (true); grant select on gate to public;
       create function hold() returns event_trigger language plpgsql as $$ begin
         while exists (select from public.gate where is_closed) loop perform pg_sleep(0.1); end loop;
       end $$;
       create event trigger hold on ddl_command_start when tag in ('CREATE INDEX') execute function hold()`,
      database,
    );
    return () => this.cluster.sql('update gate set is_closed = false', database);
  }

  /** Waits until a migration waits at an index. Returns its process id on the server. */
  untilSlow(database: string): Promise<number> {
    const text = `select pid from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'`;
    return until('a slow migration', PATIENCE_MS, async () => {
      const [row] = await this.cluster.sql<{ pid: number }>(text, 'postgres', [database]);
      return row?.pid;
    });
  }

  /** Waits until the server has ended all sessions of a database. */
  async untilUnused(database: string): Promise<void> {
    const text = 'select 1 from pg_stat_activity where datname = $1';
    await until('the end of all sessions', PATIENCE_MS, async () => {
      return (await this.cluster.sql(text, 'postgres', [database])).length === 0;
    });
  }
}
