import { Injectable } from '@nestjs/common';
import { Cron, Interval, Timeout } from '@nestjs/schedule';
import { Counter, Gauge } from 'prom-client';
import { DAY_MS, MINUTE_MS } from '../../contract/durations';
import type { Query } from '../../database/query';
import { NO_ID } from '../input/id.pipe';
import { describeError, log } from './log';

/** Deletes at most `count` rows up to `before`, returns their number, and skips locked rows until the next night. */
export type TakeOld = (accountId: string, before: Date, count: number) => Query<number>;

/** A minute, an hour, and every day of every month. */
type Daily = `${number} ${number} * * *`;

/** Every so many milliseconds; or daily by Brasília's clock, and once after each start for a service that is stopped at night. */
type Schedule = { readonly everyMs: number } | { readonly cron: Daily; readonly afterStartMs: number };

interface Runnable {
  /** May return how many parts failed, and logs the reasons itself. */
  run(): Promise<number | void>;
}

/** Makes a provider a background job: it runs at its times, once at a time, and is measured. A stop waits for the batch that has begun. */
export const Job =
  (name: string, schedule: Schedule) =>
  (type: new (...given: never[]) => Runnable): void => {
    Injectable()(type);
    REGISTERED.set(type, { name, measure: measured(name), ...schedule });
    interval.set({ name }, ('everyMs' in schedule ? schedule.everyMs : DAY_MS) / 1000);
    lastRound.set({ name }, begun);
    const add = (key: string, work: (runs: JobRuns) => Promise<void>, decorate?: MethodDecorator): void => {
      // Nest keeps what it decorates by the function, so each method has one of its own.
      const value = function (this: Runnable): Promise<void> {
        return work(runsOf(this));
      };
      Object.defineProperty(type.prototype, key, { value });
      decorate?.(type.prototype as object, key, { value });
    };
    add('onModuleDestroy', (runs) => runs.stop());
    if ('everyMs' in schedule) return add('tick', (runs) => runs.begin(), Interval(schedule.everyMs));
    add('tick', (runs) => runs.begin(), Cron(schedule.cron, { timeZone: 'America/Sao_Paulo' }));
    add('afterStart', (runs) => runs.begin(), Timeout(schedule.afterStartMs));
  };

const runs = new Counter({ name: 'job_runs_total', help: 'Runs of jobs by result', labelNames: ['name', 'result'] });
const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, labelNames: ['name'] });
const lastRun = gauge('job_last_run_timestamp_seconds', 'When the latest run ended; before it, when the process began');
const lastSuccess = gauge('job_last_success_timestamp_seconds', 'The same of the latest run in which nothing failed');
const lastDuration = gauge('job_last_run_duration_seconds', 'How long the latest run took');

const lastRound = gauge(
  'job_last_round_timestamp_seconds',
  'When the job had last looked for all of its work: the end of a search, or of a run that searches once',
);
const interval = gauge('job_interval_seconds', 'Time from one run to the next');

const begun = Date.now() / 1000;

/** What a job does. It may return how many parts failed, and logs the reasons itself. */
type Work = () => Promise<number | void>;

/** Makes a function that runs and measures what it is given; never throws. */
export function measured(name: string): (work: Work) => Promise<void> {
  // The series exist from now on: an alert would miss one that began with a failure.
  for (const result of ['ok', 'failed']) runs.inc({ name, result }, 0);
  for (const moment of [lastRun, lastSuccess]) moment.set({ name }, begun);
  lastDuration.set({ name }, 0);
  return (work) => runJob(name, work);
}

interface Registered {
  readonly name: string;
  readonly measure: (work: Work) => Promise<void>;
  readonly everyMs?: number;
}

const REGISTERED = new WeakMap<object, Registered>();
const RUNS = new WeakMap<Runnable, JobRuns>();

/** The runs of a provider that `Job` made a job. */
export function runsOf(job: Runnable): JobRuns {
  const registered = REGISTERED.get(job.constructor);
  if (!registered) throw new Error(`${job.constructor.name} is not a job`);
  const runs = RUNS.get(job) ?? new JobRuns(job, registered);
  RUNS.set(job, runs);
  return runs;
}

class JobRuns {
  /** Long work checks this, and ends early. */
  isStopping = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly job: Runnable,
    private readonly registered: Registered,
  ) {}

  get everyMs(): number | undefined {
    return this.registered.everyMs;
  }

  /** Begins a run, or waits for the one that has begun. Never throws. */
  begin(): Promise<void> {
    return (this.running ??= this.registered
      .measure(() => this.job.run())
      .finally(() => {
        this.running = undefined;
        this.endRound();
      }));
  }

  endRound(): void {
    lastRound.set({ name: this.registered.name }, Date.now() / 1000);
  }

  /** Waits for the run that has begun. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }
}

/** Failures logged in the latest run of each job. */
const failing = new Map<string, string>();

/** Runs and measures a job; logs a failure when it begins or changes, and when it is over. */
async function runJob(name: string, work: Work): Promise<void> {
  const start = performance.now();
  let isWell = false;
  try {
    isWell = !(await work());
    if (isWell && failing.delete(name)) log.info({ job: name }, 'job works again');
  } catch (error) {
    const failure = describeError(error);
    const text = JSON.stringify(failure);
    if (failing.get(name) !== text) log.error({ job: name, ...failure }, 'job failed');
    failing.set(name, text);
  }
  const now = Date.now() / 1000;
  runs.inc({ name, result: isWell ? 'ok' : 'failed' });
  lastRun.set({ name }, now);
  if (isWell) lastSuccess.set({ name }, now);
  lastDuration.set({ name }, (performance.now() - start) / 1000);
}

/** Work for one row. It yields after each batch, and may return how many parts failed; it logs their reasons. */
export type Batches = AsyncGenerator<void, number | void, void>;

/** Milliseconds after which a run that searches again ends, so that its failures are counted. The next run goes on. */
const LONGEST_MS = 10 * MINUTE_MS;

export interface RowWork<Row> {
  /** Pages of rows; the rows of an account come in the order of their work. May throw at the end. */
  readonly find: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  readonly work: (row: Row) => Batches;
  /** Log line for a row whose work failed. */
  readonly failure: string;
  /** Tells the row from others of its account, and is in that line. */
  readonly idsOf?: (row: Row) => Readonly<Record<string, string>>;
}

interface Runs {
  readonly isStopping: boolean;
  /** Milliseconds between two searches while there is work; without it there is one search. */
  readonly everyMs?: number;
  /** Called after each search of a run that may search again. */
  endRound?(): void;
}

interface Waiting {
  readonly ids: Readonly<Record<string, string>>;
  readonly batches: Batches;
}

/** A row of an account, whatever else it has. */
export interface OfAccount {
  readonly accountId: string;
}

/**
 * Does a job's work for the rows that it finds in all accounts: one batch of an account, then one of the next. An account's rows are worked
 * on in their order. A row that is found has its first batch at once, unless its account has work already. A failed row is logged, and
 * found again by a later search. Returns the number of failures; throws at the end when the latest search did.
 */
export const roundRobin = <Row extends OfAccount>(runs: Runs, rows: RowWork<Row>): Promise<number> =>
  new RoundRobin(runs, rows).run();

class RoundRobin<Row extends OfAccount> {
  /** The rows of each account with work, by their ids. The first account is the next. */
  private readonly open = new Map<string, Map<string, Waiting>>();
  private failed = 0;

  constructor(
    private readonly runs: Runs,
    private readonly rows: RowWork<Row>,
  ) {}

  async run(): Promise<number> {
    const { everyMs = Infinity } = this.runs;
    const end = performance.now() + (everyMs === Infinity ? Infinity : LONGEST_MS);
    let unsearched: Error | undefined;
    for (let searchAt = 0; !this.runs.isStopping && performance.now() < end;) {
      const begun = performance.now();
      if (begun >= searchAt) {
        unsearched = await this.search(end);
        if (everyMs !== Infinity) this.runs.endRound?.();
        // At least half of the time is for the work that was found.
        searchAt = performance.now() + Math.max(everyMs, performance.now() - begun);
      }
      const [next] = this.open;
      if (!next) break;
      if (!this.runs.isStopping) await this.runBatch(...next);
    }
    if (unsearched) throw unsearched;
    return this.failed;
  }

  /** Ends with the run. Returns its failure. */
  private async search(end: number): Promise<Error | undefined> {
    try {
      for await (const page of this.rows.find()) {
        for (const row of page) {
          if (this.runs.isStopping || performance.now() >= end) return undefined;
          await this.add(row);
        }
      }
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  private async add(row: Row): Promise<void> {
    const { work, idsOf } = this.rows;
    const ids = idsOf?.(row) ?? {};
    const key = Object.values(ids).join(' ');
    const rows = this.open.get(row.accountId);
    if (rows?.has(key)) return;
    const waiting = { ids, batches: work(row) };
    if (rows) rows.set(key, waiting);
    else await this.runBatch(row.accountId, new Map([[key, waiting]]));
  }

  /** One batch, or a failure. Rows without work are skipped. */
  private async runBatch(accountId: string, rows: Map<string, Waiting>): Promise<void> {
    this.open.delete(accountId);
    for (const [key, { ids, batches }] of rows) {
      const step = await batches.next().catch((error: unknown) => {
        log.error({ account_id: accountId, ...ids, ...describeError(error) }, this.rows.failure);
        this.failed++;
      });
      if (!step || step.done) rows.delete(key);
      if (!step?.done) return void this.open.set(accountId, rows);
      this.failed += step.value ?? 0;
      if (this.runs.isStopping) return;
    }
  }
}

/** Rows that one statement reads. */
const ROWS_READ = 2_000;
/** Rows that one transaction changes. */
export const ROWS_CHANGED = 100;

interface RowScan<Row> {
  /** Reads up to `count` rows after the id, in the order of their ids. */
  readonly read: (after: string, count: number) => Promise<readonly Row[]>;
  readonly isDue: (row: Row) => boolean;
  readonly change: (ids: readonly string[]) => Promise<void>;
}

/** Reads all rows of an account and changes those that are due; yields after each transaction and each page. */
export async function* scanRows<Row extends { readonly id: string }>({ read, isDue, change }: RowScan<Row>): Batches {
  for (let after: string | undefined = NO_ID; after;) {
    const rows: readonly Row[] = await read(after, ROWS_READ);
    const due = rows.filter(isDue).map(({ id }) => id);
    for (let from = 0; from < due.length; from += ROWS_CHANGED) {
      await change(due.slice(from, from + ROWS_CHANGED));
      yield;
    }
    if (rows.length < ROWS_READ) return;
    after = rows.at(-1)?.id;
    yield;
  }
}
