import { SchedulerRegistry } from '@nestjs/schedule';
import { Test, type TestingModule } from '@nestjs/testing';
import { RetentionJob } from '../../src/admin/retention.job';
import { AppModule } from '../../src/app.module';
import { ExpiredSecretsJob } from '../../src/auth/expired-secrets.job';
import { SignInRequestsService } from '../../src/auth/sign-in-requests.service';
import { AutomationRunner } from '../../src/automations/automation-runner';
import { type JobName, JOBS } from '../../src/common/jobs';
import { Config } from '../../src/config';
import { LeftDealsJob } from '../../src/leads/people/left-deals.job';
import { MissingWordsJob } from '../../src/leads/record/missing-words.job';
import { ImportRunner } from '../../src/imports/import-runner';
import { OutboxWorker } from '../../src/notices/outbox.worker';
import { OPERATOR_TOKEN } from '../support/app';
import { asService, privateDatabase } from '../support/database';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** 02:55 in Brasília. */
const START = new Date('2026-05-04T05:55:00Z');

/** Each job, the methods that the clock calls, and when it calls them in the first two hours, in milliseconds. */
const SCHEDULED: [JobName, { readonly prototype: object }, Record<string, number[]>][] = [
  ['outbox', OutboxWorker, { tick: every(SECOND) }],
  ['sign_in_requests', SignInRequestsService, { run: every(SECOND) }],
  ['imports', ImportRunner, { tick: every(SECOND) }],
  ['automations', AutomationRunner, { tick: every(5 * MINUTE) }],
  ['expired_secrets', ExpiredSecretsJob, { run: every(HOUR) }],
  // At three o'clock in Brasília, and ten minutes after the start.
  ['search_words', MissingWordsJob, { tick: [65 * MINUTE], afterStart: [MINUTE] }],
  ['left_deals', LeftDealsJob, { tick: [20 * MINUTE, 80 * MINUTE], afterStart: [MINUTE] }],
  ['retention', RetentionJob, { tick: [5 * MINUTE], afterStart: [10 * MINUTE] }],
];

/** Jobs that requests start. */
const UNSCHEDULED: JobName[] = ['key_uses'];

function every(period: number): number[] {
  return Array.from({ length: (2 * HOUR) / period }, (_, index) => (index + 1) * period);
}

/** When each method was called. */
const called: Record<string, number[]> = {};

/** Replaces the method by one that only records its calls; the metadata of the decorators stays. */
function watch(job: JobName, prototype: object, method: string): void {
  const original = Reflect.get(prototype, method) as object;
  const moments: number[] = (called[`${job}.${method}`] = []);
  const noted = (): Promise<void> => Promise.resolve(void moments.push(Date.now() - START.getTime()));
  for (const key of Reflect.getMetadataKeys(original) as string[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, original), noted);
  }
  Reflect.set(prototype, method, noted);
}

let started: TestingModule;

beforeAll(async () => {
  const databaseUrl = asService(await privateDatabase('jobs'));
  for (const [job, { prototype }, methods] of SCHEDULED) {
    for (const method of Object.keys(methods)) watch(job, prototype, method);
  }
  const config = Config.from({ DATABASE_URL: databaseUrl, OPERATOR_TOKEN, LOG_LEVEL: 'silent' });
  started = await Test.createTestingModule({ imports: [AppModule.of(config, { withJobs: true })] }).compile();
  jest.useFakeTimers({ now: START, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  await started.init();
});
afterAll(async () => {
  jest.useRealTimers();
  await started.close();
});

it('every job is called by the clock or started by a request', () => {
  const known = [...SCHEDULED.map(([job]) => job), ...UNSCHEDULED];
  expect(known.sort()).toEqual([...JOBS].sort());
  const registry = started.get(SchedulerRegistry);
  const registered = registry.getIntervals().length + registry.getTimeouts().length + registry.getCronJobs().size;
  expect(registered).toBe(SCHEDULED.flatMap(([, , methods]) => Object.keys(methods)).length);
});

it('a service that was started calls each job at its times, again and again', () => {
  jest.advanceTimersByTime(2 * HOUR);
  for (const [job, , methods] of SCHEDULED) {
    for (const [method, expected] of Object.entries(methods)) {
      expect([job, method, called[`${job}.${method}`]]).toEqual([job, method, expected]);
    }
  }
});
