import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { timesUp } from '../support/readiness';
import { forAllTests } from '../support/setup';
import { until, waitingSessions } from '../support/waiting';

const test = appForAllTests({});
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
  // Sixteen connections less those that are kept for consoles and jobs, and for the account that the operator called for.
  await until(async () => (await waitingSessions(test)) >= 12);
  // Status codes do not matter: the test database does not flush to disk, and so is never ready.
  const up = await timesUp(test.url, 4);
  isOver = true;
  await test.sql('rollback');
  await Promise.all(callers);
  expect(up).toBe(4);
});
