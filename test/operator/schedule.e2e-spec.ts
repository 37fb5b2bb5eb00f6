import { runInThisContext } from 'node:vm';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Test, type TestingModule } from '@nestjs/testing';
import { AppModule } from '../../src/app.module';
import { ExpiredSecretsJob } from '../../src/auth/sessions/expired-secrets.job';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { AutomationsJob } from '../../src/automations/automations.job';
import { Config } from '../../src/config/config';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/contract/durations';
import { ImportsJob } from '../../src/imports/imports.job';
import { ChangedStagesJob, EndedDealsJob } from '../../src/leads/deals/ended-deals.job';
import { BulkJobsJob } from '../../src/leads/people/bulk-jobs.job';
import { FirstNamesJob } from '../../src/leads/people/first-names.job';
import { SearchWordsJob } from '../../src/leads/reading/search-words.job';
import { HandOverJob } from '../../src/members/hand-over.job';
import { RotaJob } from '../../src/members/rota.job';
import { OutboxJob } from '../../src/notices/outbox.job';
import { RetentionJob } from '../../src/operations/retention.job';
import { DeliveriesJob, SpamJob } from '../../src/sources/deliveries.job';
import { OPERATOR_TOKEN } from '../support/app';
import { asService, privateDatabase } from '../support/database';

interface Job {
  readonly prototype: object;
}

/** Milliseconds between two calls. */
const AGAIN: readonly (readonly [Job, number])[] = [
  [OutboxJob, 1_000],
  [SignInRequestsJob, 1_000],
  [ImportsJob, 1_000],
  [BulkJobsJob, 1_000],
  [RotaJob, 1_000],
  [HandOverJob, 1_000],
  [ChangedStagesJob, 1_000],
  [DeliveriesJob, 1_000],
  [AutomationsJob, 5 * MINUTE_MS],
  [ExpiredSecretsJob, HOUR_MS],
];

/** The hour in Brasília, or the minute of every hour; and the milliseconds after the start of the service. */
const AT: readonly (readonly [Job, string, number])[] = [
  [RetentionJob, '03:00', 10 * MINUTE_MS],
  [SpamJob, '03:20', 10 * MINUTE_MS],
  [EndedDealsJob, '04:30', MINUTE_MS],
  [FirstNamesJob, '04:50', MINUTE_MS],
  [SearchWordsJob, '05:10', MINUTE_MS],
];

let started: TestingModule;
let registry: SchedulerRegistry;

beforeAll(async () => {
  const databaseUrl = asService(await privateDatabase('schedule'));
  const config = Config.from({ DATABASE_URL: databaseUrl, OPERATOR_TOKEN, LOG_LEVEL: 'silent' });
  started = await Test.createTestingModule({ imports: [AppModule.of(config, { withJobs: true })] }).compile();
  await started.init();
  registry = started.get(SchedulerRegistry);
});
afterAll(() => started?.close());

// The built code has its decorators outside of Jest's context.
const { getMetadata } = runInThisContext('Reflect') as typeof Reflect;
const set = (kind: string, { prototype }: Job, method: string) =>
  getMetadata(`SCHEDULE_${kind}_OPTIONS`, (prototype as Record<string, object>)[method] ?? {}) as
    { timeout?: number; cronTime?: string } | undefined;

it('each job is called at its times', () => {
  expect(AGAIN.map(([job]) => set('INTERVAL', job, 'tick')?.timeout)).toEqual(AGAIN.map(([, period]) => period));
  expect(AT.map(([job]) => set('TIMEOUT', job, 'afterStart')?.timeout)).toEqual(AT.map(([, , after]) => after));
});

it('a service that was started calls them, and nothing else, by the clock', () => {
  expect(registry.getIntervals()).toHaveLength(AGAIN.length);
  expect(registry.getTimeouts()).toHaveLength(AT.length);
  const times = [...registry.getCronJobs().values()].map((job) => {
    const [next, later] = job.nextDates(2).map((date) => date.setZone('America/Sao_Paulo'));
    const isDaily = (later?.toMillis() ?? 0) - (next?.toMillis() ?? 0) === DAY_MS;
    return [String(job.cronTime.source), next?.toFormat(isDaily ? 'HH:mm' : 'mm')];
  });
  const expected = AT.map(([job, time]) => [set('CRON', job, 'tick')?.cronTime, time]);
  expect(times.sort()).toEqual(expected.sort());
});
