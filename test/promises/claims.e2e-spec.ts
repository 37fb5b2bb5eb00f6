import type { Priority } from '../../src/database/fair-queue';
import { type Waiter, FairQueue } from '../../src/database/fair-queue';
import { OutboxJob } from '../../src/notices/outbox.job';
import { HttpClient } from '../support/http-client';
import { mailedOwners } from '../support/mailed-owners';
import { forAllTests } from '../support/setup';
import { until } from '../support/waiting';

/** Every call of the database names its account and its priority, by which it waits (docs/architecture.md, "The queue for connections"). */

const { test, mails } = mailedOwners();
const partner = forAllTests(() => test.partner());

const waiters: Waiter[] = [];
beforeAll(() => {
  const acquire = Object.getOwnPropertyDescriptor(FairQueue.prototype, 'acquire')
    ?.value as FairQueue<Waiter>['acquire'];
  jest.spyOn(FairQueue.prototype, 'acquire').mockImplementation(function (
    this: FairQueue<Waiter>,
    waiter: Waiter,
    now: number,
  ) {
    waiters.push(waiter);
    return acquire.call(this, waiter, now);
  });
});
afterAll(() => void jest.restoreAllMocks());

/** Forgets what was done before. */
const begin = (): void => void (waiters.length = 0);

const others = (priority: Priority): Waiter[] =>
  waiters.filter(
    (waiter) => waiter.priority !== 'job' && (waiter.accountId !== partner.accountId || waiter.priority !== priority),
  );

it.each<[Priority, string, () => Promise<{ status: number }>]>([
  ['partner', 'POST /leads', () => partner.api.post('/leads', { phone: '11987654321', notes: 'n'.repeat(400) })],
  ['partner', 'GET /leads', () => partner.api.get('/leads')],
  ['partner', 'POST /leads/lookup', () => partner.api.post('/leads/lookup', { phone: '11987654321' })],
  ['partner', 'GET /metrics', () => partner.api.get('/metrics')],
  ['console', 'GET /leads of the console', () => partner.owner.get('/leads')],
  ['console', 'GET /today', () => partner.owner.get('/today')],
  ['console', 'POST /leads of the console', () => partner.owner.post('/leads', { phone: '11987654322' })],
  ['console', 'an export', () => partner.owner.get('/leads/export.csv')],
  [
    'console',
    'a preview',
    () =>
      partner.owner
        .with({ 'Content-Type': 'text/csv' })
        .post('/imports/preview', `telefone\n${'11987654321\n'.repeat(9_000)}`),
  ],
  ['console', 'GET /accounts/{id} of the operator', () => test.operator.get(`/accounts/${partner.accountId}`)],
])('as %s: %s', async (priority, _, call) => {
  begin();
  expect((await call()).status).toBeLessThan(300);
  expect(others(priority)).toEqual([]);
});

it('as console: the use of a session', async () => {
  const begun = await test.operator.post<{ token: string }>(`/accounts/${partner.accountId}/owner-sessions`);
  const unseen = 'select from sessions where account_id = $1 and last_used_at < $2';
  const earlier = new Date(Date.now() - 90_000);
  await partner.sql('update sessions set last_used_at = $2 where account_id = $1', earlier);
  begin();
  expect((await new HttpClient(`${test.url}/admin/v1`, begun.data.token).get('/me')).status).toBe(200);
  await until(async () => (await partner.sql(unseen, new Date(Date.now() - 60_000))).length === 0);
  expect(waiters).toContainEqual(expect.objectContaining({ accountId: partner.accountId, priority: 'console' }));
  expect(others('console')).toEqual([]);
});

it('as job: a mail and its links', async () => {
  const outbox = test.app.get(OutboxJob);
  // Mails that are due at the same time are sent at the same time; Ana's is then the only one.
  await outbox.deliverDue();
  const member = { name: 'Ana', role: 'seller', email: 'ana@queue.example' };
  expect((await partner.owner.post('/members', member)).status).toBe(201);
  begin();
  await outbox.deliverDue();
  expect(mails.at(-1)?.to).toBe(member.email);
  expect(waiters.filter(({ priority }) => priority !== 'job')).toEqual([]);
});
