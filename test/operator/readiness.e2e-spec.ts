import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { forAllTests } from '../support/setup';
import { until, waitingSessions } from '../support/waiting';

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const { submit } = leadCalls(test, partner);

/** Enough polls to outlast a cached answer of the database. */
const POLLS = 8;

it('the database is asked over a connection of its own, also while every other connection waits for a lock', async () => {
  await submit();
  await test.sql('begin');
  await test.sql('lock table leads in access exclusive mode');
  const reads = Array.from({ length: 60 }, () => partner.owner.get('/leads'));
  const writes = Array.from({ length: 20 }, () => partner.api.post('/leads', { phone: '11987654321' }));
  await until(async () => (await waitingSessions(test)) >= 16);
  // Status codes do not matter: the test database does not flush to disk, and so is never ready.
  const seen: unknown[] = [];
  for (let poll = 0; poll < POLLS; poll++) {
    const { data } = (await (await fetch(`${test.url}/health/ready`)).json()) as { data: { database: string } };
    seen.push(data.database);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await test.sql('rollback');
  await Promise.all([...reads, ...writes]);
  // On a busy machine an answer may be late, which counts as down. Without a connection of its own all of them are.
  expect(seen.filter((one) => one === 'up').length).toBeGreaterThanOrEqual(POLLS / 2);
});
