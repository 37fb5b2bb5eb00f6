import { Client } from 'pg';
import { makeRoles } from '../src/database/schema/roles';
import { BenchCluster } from './cluster';
import { cpuOf, cpuOfCluster } from './cpu';
import { type Job, runJob } from './job';
import { Requests, type Target } from './requests';
import { seededAccounts, type SeededAccount, seededDatabase, type Mode } from './seed';
import { ServerProcess } from './servers';
import { randomFrom } from './statistics';

/** The measured values of a slot, with CPU in microseconds per request. */
export interface Slot {
  readonly requests: number;
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  /** 0 without Redis. */
  readonly redisCpu: number;
  /** Bytes of write-ahead log per request. */
  readonly wal: number;
}

/** The work of a slot: its requests and its server. */
export type Work = Omit<Job, 'port' | 'prefix' | 'targets'> & {
  readonly server: ServerProcess;
  readonly prefix?: string;
  readonly targets?: readonly number[];
};

/** The cluster and the servers that the parts share, all running at once. */
export class Bench {
  private readonly admin: Client;
  private readonly requests = new Requests(randomFrom(Date.now()));

  private constructor(
    readonly mode: Mode,
    readonly cluster: BenchCluster,
    readonly database: string,
    readonly accounts: readonly SeededAccount[],
    readonly service: ServerProcess,
    /** The service as the owner of the tables, for whom row level security is off. */
    readonly asOwner: ServerProcess,
    readonly bare: ServerProcess,
    private readonly targets: readonly Target[],
  ) {
    this.admin = new Client({ connectionString: this.url });
    // A server that ends fails the program by itself.
    this.admin.on('error', () => undefined);
  }

  static async open(mode: Mode): Promise<Bench> {
    const cluster = await BenchCluster.open();
    const database = await seededDatabase(cluster, mode);
    const accounts = await seededAccounts(cluster, database);
    const { owner, app } = await makeRoles(cluster.url(database), { owner: 'of-the-tables', app: 'of-the-service' });
    const [service, asOwner, bare] = await Promise.all([
      ServerProcess.service(app),
      ServerProcess.service(owner),
      ServerProcess.bare(owner),
    ]);
    const targets = await targetsOf(cluster, database, accounts);
    const bench = new Bench(mode, cluster, database, accounts, service, asOwner, bare, targets);
    await bench.admin.connect();
    return bench;
  }

  get isQuick(): boolean {
    return this.mode === 'quick';
  }

  /** The address for a superuser. */
  get url(): string {
    return this.cluster.url(this.database);
  }

  /** The address for the service. */
  get serviceUrl(): string {
    return this.cluster.url(this.database, 'entrada_app');
  }

  /** Returns the indexes of a role's accounts among the targets. */
  accountsOf(role: SeededAccount['role']): number[] {
    return this.accounts.flatMap((account, index) => (account.role === role ? [index] : []));
  }

  account(role: Exclude<SeededAccount['role'], 'many'>): SeededAccount {
    return this.accounts[this.accountsOf(role)[0] ?? 0] as SeededAccount;
  }

  /** Runs one slot. Throws when any answer was wrong, because a figure with failures means nothing. */
  async slot({ server, prefix = '', targets, ...work }: Work): Promise<Slot> {
    const chosen = targets ?? this.accountsOf('many');
    const before = await this.meters(server);
    const job = { ...work, prefix, port: server.port, targets: chosen };
    const { requests, seconds, p50, p99, failures } = await runJob(job, this.targets, this.requests);
    const after = await this.meters(server);
    if (Object.keys(failures).length > 0) {
      throw new Error(`${work.kind}${prefix}: ${JSON.stringify(failures)} of ${requests} answers were wrong`);
    }
    const per = (name: keyof Meters): number => (after[name] - before[name]) / requests;
    const cost = { nodeCpu: per('nodeCpu'), databaseCpu: per('databaseCpu'), redisCpu: per('redisCpu') };
    return { requests, rate: requests / seconds, p50, p99, ...cost, wal: per('wal') };
  }

  /** Stops the servers and the cluster. */
  async close(): Promise<void> {
    await this.admin.end();
    await Promise.all([this.service.stop(), this.asOwner.stop(), this.bare.stop()]);
    await this.cluster.stop();
  }

  private async meters(server: ServerProcess): Promise<Meters> {
    const { rows } = await this.admin.query<{ wal: string }>(`select pg_current_wal_insert_lsn() - '0/0' as wal`);
    return {
      nodeCpu: cpuOf(server.pid),
      databaseCpu: cpuOfCluster(this.cluster.postmaster),
      redisCpu: server.redis ? cpuOf(server.redis) : 0,
      wal: Number(rows[0]?.wal),
    };
  }
}

type Meters = Pick<Slot, 'nodeCpu' | 'databaseCpu' | 'redisCpu' | 'wal'>;

/** Reads a sample of lead ids for each account. */
async function targetsOf(
  cluster: BenchCluster,
  database: string,
  accounts: readonly SeededAccount[],
): Promise<Target[]> {
  const rows = await cluster.sql<{ ids: string[] }>(
    `select array(select l.id::text from leads l
                  where l.account_id = (a.account ->> 'id')::uuid
                    and l.updated_at < '2026-06-01' and hashtext(l.id::text) % greatest(1, (a.account ->> 'leads')::int / 1000) = 0
                  order by md5(l.id::text) limit 400) as ids
     from bench.accounts a order by a.n`,
    database,
  );
  return accounts.map(({ key, leads }, index) => ({ key, leads, ids: rows[index]?.ids ?? [] }));
}
