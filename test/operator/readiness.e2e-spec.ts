import { setTimeout as sleep } from 'node:timers/promises';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { readiness } from '../support/readiness';
import { forAllTests } from '../support/setup';
import { until, waitingSessions } from '../support/waiting';

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const { submit } = leadCalls(test, partner);

it('the database is asked over a connection of its own, also while every other connection waits for a lock', async () => {
  await submit();
  await test.sql('begin');
  await test.sql('lock table leads in access exclusive mode');
  let isOver = false;
  const callers = Array.from({ length: 80 }, async (_, index) => {
    while (!isOver)
      await (index % 4 ? partner.owner.get('/leads') : partner.api.post('/leads', { phone: '11987654321' }));
  });
  await until(async () => (await waitingSessions(test)) >= 16);
  // Status codes do not matter: the test database does not flush to disk, and so is never ready.
  const seen: string[] = [];
  const times = (what: string): number => seen.filter((one) => one === what).length;
  // On a busy machine an answer may be late, which counts as down. Without a connection of its own all of them are.
  while (times('up') < 3 && times('down') < 9) {
    seen.push((await readiness(test.url)).data.database);
    // An answer of the database is kept for a second.
    await sleep(1_100);
  }
  isOver = true;
  await test.sql('rollback');
  await Promise.all(callers);
  expect(times('up')).toBe(3);
});
