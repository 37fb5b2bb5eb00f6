import { SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module';
import { Config } from '../../src/config/config';
import { OPERATOR_TOKEN } from '../support/app';
import { asService, privateDatabase } from '../support/database';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** How often these jobs run, in milliseconds: mails, sign-in links, imports, rota and hand-over; automations; expired secrets. */
const PERIODS = [SECOND, SECOND, SECOND, SECOND, SECOND, 5 * MINUTE, HOUR];

/** Next runs after midnight UTC of the jobs that also run after the start: settled deals, retention at three in Brasília, words, earlier work. */
const TIMES = ['00:15', '06:00', '07:00', '07:30'];

/** The jobs that Nest has registered with its clock. */
async function registered() {
  const settings = { DATABASE_URL: asService(await privateDatabase('jobs')), OPERATOR_TOKEN, LOG_LEVEL: 'silent' };
  const imports = [AppModule.of(Config.from(settings), { withJobs: true })];
  const module = await (await Test.createTestingModule({ imports }).compile()).init();
  const registry = module.get(SchedulerRegistry);
  const crons = [...registry.getCronJobs().values()];
  const found = {
    periods: registry
      .getIntervals()
      .map((name) => Reflect.get(registry.getInterval(name) as object, '_repeat') as number),
    timeouts: registry.getTimeouts().length,
    times: crons.map(({ cronTime }) =>
      cronTime
        .getNextDateFrom(new Date('2026-05-01T00:00:00Z'), cronTime.timeZone ?? 'UTC')
        .toUTC()
        .toISO(),
    ),
  };
  await module.close();
  return found;
}

it('a service that was started has every job on its clock, each at its times', async () => {
  const { periods, timeouts, times } = await registered();
  expect(periods.sort((one, other) => one - other)).toEqual(PERIODS);
  expect(timeouts).toBe(TIMES.length);
  expect(times.sort()).toEqual(TIMES.map((time) => `2026-05-01T${time}:00.000Z`));
});
