import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { busyOfMachine, cpuOf, cpuOfCluster } from '../cpu';
import { memoryOf, type ServerProcess } from '../servers';
import type { Job, Minute, Table, Traffic, Work } from './minute';

/** Growing counters. A minute is the difference of two readings. */
interface Reading {
  readonly at: Date;
  readonly log: string;
  readonly nodeCpu: number;
  readonly databaseCpu: number;
  /** CPU of all other processes of the machine. */
  readonly otherCpu: number;
}

/** Milliseconds for work due at the end. The rules run every five minutes. */
const PATIENCE = 6 * 60_000;

/** Position of the log on disk, which is the only part that can be read. */
const READING = `select clock_timestamp() as at, pg_current_wal_flush_lsn() as log`;

const LOG = `select $2::pg_lsn - $1::pg_lsn as wal, sum(fpi_size) as images from pg_get_wal_stats($1, $2)`;

const TABLES = `
  select relname as name, n_live_tup as rows, pg_total_relation_size(relid) as bytes
  from pg_stat_user_tables where schemaname = 'public' order by relname`;

/** Stays whose rule is due and has not run. Moves of a stay wait for its other rules, so they are due with them. */
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

const BACKLOG = `select mails_waiting, mails_waiting_seconds, sign_ins_waiting, sign_ins_waiting_seconds from backlog()`;

/** Reads memory, sizes, log and waiting work once a minute, as a superuser. */
export class Meters {
  private last: Reading | undefined;

  constructor(
    private readonly sql: Client,
    private readonly server: ServerProcess,
    private readonly postmaster: number,
  ) {}

  /** Starts the first minute. */
  async begin(): Promise<void> {
    this.last = await this.read();
  }

  /** Returns the figures of the minute that ends now. */
  async minute(traffic: Traffic): Promise<Minute> {
    const before = this.last;
    if (!before) throw new Error('the first minute has not begun');
    const now = (this.last = await this.read());
    const [log] = await this.rows<{ wal: string; images: string }>(LOG, [before.log, now.log]);
    const { heapUsed, external, rss } = await memoryOf(this.server);
    return {
      ...traffic,
      resident: rss,
      heap: heapUsed + external,
      tables: await this.tables(),
      wal: Number(log?.wal),
      images: Number(log?.images),
      nodeCpu: now.nodeCpu - before.nodeCpu,
      databaseCpu: now.databaseCpu - before.databaseCpu,
      others: (now.otherCpu - before.otherCpu) / ((now.at.getTime() - before.at.getTime()) * 1000 * cpus().length),
      work: await this.waiting(),
    };
  }

  private async waiting(): Promise<Record<Job, Work>> {
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
    };
  }

  private async tables(): Promise<Record<string, Table>> {
    const rows = await this.rows<Record<'name' | 'rows' | 'bytes', string>>(TABLES);
    return Object.fromEntries(
      rows.map(({ name, rows: live, bytes }) => [name, { rows: Number(live), bytes: Number(bytes) }]),
    );
  }

  /** Waits until no work is due. Returns the work still due when the patience ends. */
  async drained(): Promise<Record<string, number>> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      const left = Object.entries(await this.waiting()).map(([job, { waiting: due }]) => [job, due] as const);
      if (left.every(([, due]) => due === 0) || performance.now() > end) return Object.fromEntries(left);
      await sleep(1_000);
    }
  }

  private async read(): Promise<Reading> {
    const [row] = await this.rows<{ at: Date; log: string }>(READING);
    if (!row) throw new Error('no reading');
    const [nodeCpu, databaseCpu] = [cpuOf(this.server.pid), cpuOfCluster(this.postmaster)];
    const otherCpu = busyOfMachine() - nodeCpu - databaseCpu - cpuOf(process.pid);
    return { ...row, nodeCpu, databaseCpu, otherCpu };
  }

  private async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query<Row>(text, values)).rows;
  }
}
