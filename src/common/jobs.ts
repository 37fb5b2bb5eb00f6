import { Counter, Gauge } from 'prom-client';
import { describeError, log } from './log';

/** The work that no request waits for. */
export const JOBS = [
  'outbox',
  'sign_in_requests',
  'key_uses',
  'expired_secrets',
  'automations',
  'imports',
  'retention',
  'search_words',
  'left_deals',
] as const;
export type JobName = (typeof JOBS)[number];

const runs = new Counter({ name: 'job_runs_total', help: 'Runs of jobs by result', labelNames: ['name', 'result'] });
const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, labelNames: ['name'] });
const lastRun = gauge('job_last_run_timestamp_seconds', 'When the latest run ended; before it, when the process began');
const lastSuccess = gauge('job_last_success_timestamp_seconds', 'The same of the latest run in which nothing failed');
const lastDuration = gauge('job_last_run_duration_seconds', 'How long the latest run took');

// An alert compares values over time: a series that began with the first failure would hide it.
const begun = Date.now() / 1000;
for (const name of JOBS) {
  for (const result of ['ok', 'failed']) runs.inc({ name, result }, 0);
  for (const moment of [lastRun, lastSuccess]) moment.set({ name }, begun);
  lastDuration.set({ name }, 0);
}

/** What failed in the latest run of a job, as it was logged. */
const failing = new Map<JobName, string>();

/**
 * One run of a job: every job goes through here. Measures it, and never throws: a failure is logged when it begins or
 * changes, and when it is over. `work` may return how many of its parts failed; it has logged the reasons.
 */
export async function runJob(name: JobName, work: () => Promise<number | void>): Promise<void> {
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
