import { setTimeout as sleep } from 'node:timers/promises';
import { runsOf } from '../../src/common/process/jobs';
import { ImportsJob } from '../../src/imports/imports.job';
import { IntakeService } from '../../src/leads/intake/intake.service';
import { appForAllTests, type Partner } from '../support/app';
import { importCalls, lines } from '../support/import-calls';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

const test = appForAllTests({});
const busy = forEachTest(() => test.partner());
const other = forEachTest(() => test.partner());
const { nextPhone, send, run } = importCalls(test, busy);

it('an account with many imports does not hold up the import of another', async () => {
  const file = (name: string) => lines('phone,name', `${nextPhone.mobile()},${name}`);
  for (const name of times(30, (i) => `Pessoa ${i}`)) expect((await send(file(name))).status).toBe(202);
  expect((await send(file('Ana'), other)).status).toBe(202);
  await run();
  const endsOf = async (partner: Partner) =>
    (
      await partner.sql<{ at: Date }>(
        'select finished_at as at from imports where account_id = $1 and finished_at is not null',
      )
    ).map(({ at }) => at.getTime());
  const [[end = 0], ends] = [await endsOf(other), await endsOf(busy)];
  expect(ends).toHaveLength(30);
  expect(ends.filter((before) => before < end).length).toBeLessThan(3);
});

it('a claim begins with the turn: it lasts, however long the turn of another account was', async () => {
  const job = test.app.get(ImportsJob);
  const { leaseMs } = job;
  job.leaseMs = 1_000;
  const submit = jest.spyOn(IntakeService.prototype, 'submit');
  const held: boolean[] = [];
  submit.mockImplementation(async () => {
    const claimed = 'select from imports where leased_until > clock_timestamp() and account_id = any($1)';
    held.push((await test.sql(claimed, [[busy.accountId, other.accountId]])).length === 1);
    await sleep(job.leaseMs + 100);
    return undefined;
  });
  try {
    for (const to of [busy, other]) await send(lines('phone', nextPhone.mobile()), to);
    const running = run();
    while (held.length < 2) await sleep(20);
    await runsOf(job).stop();
    await running;
  } finally {
    Object.assign(job, { leaseMs });
    submit.mockRestore();
  }
  expect(held).toEqual([true, true]);
});
