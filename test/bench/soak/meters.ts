import { cpus } from 'node:os';
import type { Client } from 'pg';
import { busyOfMachine, cpuOf, cpuOfCluster } from '../cpu';
import type { ServerProcess } from '../servers';
import type { Job, Minute, Table, Traffic, Work } from './minute';

/** What counts up; a minute is the difference of two. */
interface Reading {
  readonly at: Date;
  readonly log: string;
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  /** Of everything that is not the soak. */
  readonly otherCpu: number;
}

type Waiting = Readonly<Record<Job, Pick<Work, 'waiting' | 'oldest'>>> & { readonly held: number };

/** The log that is on disk: only that can be read. */
const READING = `select clock_timestamp() as at, pg_current_wal_flush_lsn() as log`;

const LOG = `select $2::pg_lsn - $1::pg_lsn as wal, sum(fpi_size) as images from pg_get_wal_stats($1, $2)`;

const TABLES = `
  select relname as name, n_live_tup as rows, n_dead_tup as dead, pg_total_relation_size(relid) as bytes,
         autovacuum_count as vacuums
  from pg_stat_user_tables where schemaname = 'public' order by relname`;

/** Stays whose rule is due and has not run; moves of a stay wait for its other rules, so they are due with them. */
const DUE = `
  select count(*) as waiting, coalesce(extract(epoch from now() - min(due)), 0) as oldest
  from (select greatest(d.entered_stage_at, l.touched_at) + a.idle_days * interval '24 hours' as due
        from automations a
        join deals d on d.account_id = a.account_id and d.stage_id = a.stage_id
        join leads l on l.account_id = d.account_id and l.id = d.lead_id
        where l.erased_at is null
          and not exists (select from automation_runs r where r.account_id = a.account_id and r.automation_id = a.id
                          and r.deal_id = d.id and r.entered_stage_at = d.entered_stage_at)) w
  where due <= now()`;

const IMPORTS = `
  select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0) as oldest
  from imports where finished_at is null`;

const BACKLOG = `select mails_waiting, mails_waiting_seconds, sign_ins_waiting, sign_ins_waiting_seconds, held_waiting from backlog()`;

/** Seconds from due to done, of what was done from $1 to $2. The moments are those at which the job's run began. */
const LAGS: Readonly<Partial<Record<Job, string>>> = {
  automations: `
    select r.ran_at - (r.entered_stage_at + a.idle_days * interval '24 hours') as lag
    from automation_runs r join automations a on a.account_id = r.account_id and a.id = r.automation_id
    where r.ran_at > $1 and r.ran_at <= $2`,
  imports: `select finished_at - created_at as lag from imports where finished_at > $1 and finished_at <= $2`,
  mails: `select sent_at - created_at as lag from outbox where sent_at > $1 and sent_at <= $2`,
};

/** Reads memory, sizes, log and waiting work once a minute, as a superuser. */
export class Meters {
  private last: Reading | undefined;

  constructor(
    private readonly sql: Client,
    private readonly server: ServerProcess,
    private readonly postmaster: number,
    private readonly loadPid: number,
  ) {}

  /** The first minute begins. */
  async begin(): Promise<void> {
    this.last = await this.read();
  }

  /** The minute that ends now; its lags are known only later. */
  async minute(traffic: Traffic): Promise<{ minute: Minute; from: Date; to: Date }> {
    const before = this.last;
    if (!before) throw new Error('the first minute has not begun');
    const now = (this.last = await this.read());
    const [log] = await this.rows<{ wal: string; images: string }>(LOG, [before.log, now.log]);
    const { heapUsed, external, rss } = await this.memory();
    const { held, ...waiting } = await this.waiting();
    const work = Object.entries(waiting).map(([job, found]) => [job, { ...found, done: 0, lag: undefined }] as const);
    const minute: Minute = {
      ...traffic,
      resident: rss,
      heap: heapUsed + external,
      tables: await this.tables(),
      wal: Number(log?.wal),
      images: Number(log?.images),
      nodeCpu: now.nodeCpu - before.nodeCpu,
      databaseCpu: now.databaseCpu - before.databaseCpu,
      others: (now.otherCpu - before.otherCpu) / ((now.at.getTime() - before.at.getTime()) * 1000 * cpus().length),
      work: Object.fromEntries(work) as Record<Job, Work>,
      held,
    };
    return { minute, from: before.at, to: now.at };
  }

  /** The minute with the lags of what was done in it. */
  async withLags(minute: Minute, from: Date, to: Date): Promise<Minute> {
    const work: Record<Job, Work> = { ...minute.work };
    for (const [job, lags] of Object.entries(LAGS) as [Job, string][]) {
      const [found] = await this.rows<{ done: string; lag: number | null }>(
        `select count(*) as done, percentile_disc(0.5) within group (order by extract(epoch from lag)::float) as lag
         from (${lags}) x`,
        [from, to],
      );
      work[job] = { ...work[job], done: Number(found?.done), lag: found?.lag ?? undefined };
    }
    return { ...minute, work };
  }

  async waiting(): Promise<Waiting> {
    const of = async (text: string) => {
      const [found] = await this.rows<{ waiting: string; oldest: string }>(text);
      return { waiting: Number(found?.waiting), oldest: Number(found?.oldest) };
    };
    const [backlog = {}] = await this.rows<Record<string, number>>(BACKLOG);
    const told = (name: string): number => backlog[name] ?? NaN;
    return {
      automations: await of(DUE),
      imports: await of(IMPORTS),
      mails: { waiting: told('mails_waiting'), oldest: told('mails_waiting_seconds') },
      'sign-ins': { waiting: told('sign_ins_waiting'), oldest: told('sign_ins_waiting_seconds') },
      held: told('held_waiting'),
    };
  }

  private async tables(): Promise<Record<string, Table>> {
    const rows = await this.rows<Record<'name' | 'rows' | 'dead' | 'bytes' | 'vacuums', string>>(TABLES);
    return Object.fromEntries(
      rows.map(({ name, rows: live, dead, bytes, vacuums }) => [
        name,
        { rows: Number(live), dead: Number(dead), bytes: Number(bytes), vacuums: Number(vacuums) },
      ]),
    );
  }

  private async read(): Promise<Reading> {
    const [row] = await this.rows<{ at: Date; log: string }>(READING);
    if (!row) throw new Error('no reading');
    const [nodeCpu, databaseCpu] = [cpuOf(this.server.pid), cpuOfCluster(this.postmaster)];
    const otherCpu = busyOfMachine() - nodeCpu - databaseCpu - cpuOf(this.loadPid) - cpuOf(process.pid);
    return { ...row, nodeCpu, databaseCpu, otherCpu };
  }

  private memory(): Promise<NodeJS.MemoryUsage> {
    return new Promise((resolve) => {
      this.server.child.once('message', (usage) => resolve(usage as NodeJS.MemoryUsage));
      this.server.child.send('memory');
    });
  }

  private async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query<Row>(text, values)).rows;
  }
}
