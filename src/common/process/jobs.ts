import { Counter, Gauge } from 'prom-client';
import { describeError, log } from './log';

const runs = new Counter({ name: 'job_runs_total', help: 'Runs of jobs by result', labelNames: ['name', 'result'] });
const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, labelNames: ['name'] });
const lastRun = gauge('job_last_run_timestamp_seconds', 'When the latest run ended; before it, when the process began');
const lastSuccess = gauge('job_last_success_timestamp_seconds', 'The same of the latest run in which nothing failed');
const lastDuration = gauge('job_last_run_duration_seconds', 'How long the latest run took');

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

/** A background job of one service, one run at a time. */
export class Job {
  /** Long work checks this, and ends early. */
  isStopping = false;
  private running: Promise<void> | undefined;
  private readonly measure: (work: Work) => Promise<void>;

  constructor(
    name: string,
    private readonly work: Work,
  ) {
    this.measure = measured(name);
  }

  /** Begins a run, or waits for the one that has begun. Never throws. */
  run(): Promise<void> {
    return (this.running ??= this.measure(this.work).finally(() => (this.running = undefined)));
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
