import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Test, type TestingModule } from '@nestjs/testing';
import { RetentionJob } from '../../src/operations/retention.job';
import { AppModule } from '../../src/app.module';
import { ExpiredSecretsJob } from '../../src/auth/sessions/expired-secrets.job';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { AutomationsJob } from '../../src/automations/automations.job';
import { Config } from '../../src/config/config';
import { HandOverJob } from '../../src/members/hand-over.job';
import { RotaJob } from '../../src/members/rota.job';
import { EarlierWorkJob } from '../../src/leads/people/earlier-work.job';
import { LeftDealsJob } from '../../src/leads/people/left-deals.job';
import { MissingWordsJob } from '../../src/leads/record/missing-words.job';
import { ImportsJob } from '../../src/imports/imports.job';
import { OutboxJob } from '../../src/notices/outbox.job';
import { OPERATOR_TOKEN } from '../support/app';
import { asService, privateDatabase } from '../support/database';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** 02:55 in Brasília. */
const START = new Date('2026-05-04T05:55:00Z');

/** Jobs with their scheduled methods, and the calls of the first two hours in milliseconds. */
const SCHEDULED: [string, { readonly prototype: object }, Record<string, number[]>][] = [
  ['outbox', OutboxJob, { tick: every(SECOND) }],
  ['sign_in_requests', SignInRequestsJob, { tick: every(SECOND) }],
  ['imports', ImportsJob, { tick: every(SECOND) }],
  ['rota', RotaJob, { tick: every(SECOND) }],
  ['hand_over', HandOverJob, { tick: every(SECOND) }],
  ['automations', AutomationsJob, { tick: every(5 * MINUTE) }],
  ['expired_secrets', ExpiredSecretsJob, { tick: every(HOUR) }],
  ['search_words', MissingWordsJob, { tick: [65 * MINUTE], afterStart: [MINUTE] }],
  ['earlier_work', EarlierWorkJob, { tick: [95 * MINUTE], afterStart: [MINUTE] }],
  ['left_deals', LeftDealsJob, { tick: [20 * MINUTE, 80 * MINUTE], afterStart: [MINUTE] }],
  // At three o'clock in Brasília, and ten minutes after the start.
  ['retention', RetentionJob, { tick: [5 * MINUTE], afterStart: [10 * MINUTE] }],
];

function every(period: number): number[] {
  return Array.from({ length: (2 * HOUR) / period }, (_, index) => (index + 1) * period);
}

/** Moments of the calls, in milliseconds after START, by method. */
const called: Record<string, number[]> = {};

/** Replaces a method by one that only records its calls. Keeps the metadata of its decorators. */
function watch(job: string, prototype: object, method: string): void {
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

it('nothing else is called by the clock', () => {
  const registry = started.get(SchedulerRegistry);
  const registered = registry.getIntervals().length + registry.getTimeouts().length + registry.getCronJobs().size;
  expect(registered).toBe(SCHEDULED.flatMap(([, , methods]) => Object.keys(methods)).length);
});

it('each file with a scheduled method is named after its job, which is started', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const scheduled = files.flatMap((file) => {
    const text = readFileSync(join('src', file), 'utf8');
    return /@(Interval|Cron|Timeout)\(/.test(text) ? [[file, /export class (\w+)/.exec(text)?.[1]]] : [];
  });
  const names = SCHEDULED.map(([, { prototype }]) => prototype.constructor.name);
  expect(scheduled.map(([, name]) => name).sort()).toEqual(names.sort());
  expect(scheduled.filter(([file = '']) => !file.endsWith('.job.ts'))).toEqual([]);
});

it('a service that was started calls each job at its times, again and again', () => {
  jest.advanceTimersByTime(2 * HOUR);
  for (const [job, , methods] of SCHEDULED) {
    for (const [method, expected] of Object.entries(methods)) {
      expect([job, method, called[`${job}.${method}`]]).toEqual([job, method, expected]);
    }
  }
});
