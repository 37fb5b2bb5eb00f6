import { OutboxJob } from '../../src/notices/outbox.job';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { appForAllTests, newAccount, startApp } from '../support/app';
import { MailServer } from '../support/mail-server';
import { hoursFromNow } from '../support/moments';
import { waitsOrEnds } from '../support/waiting';
import { forAllTests } from '../support/setup';
import { ownerCalls } from '../support/owner-calls';

const mails = new MailServer();
const test = appForAllTests(async () => {
  await mails.open();
  return { SMTP_URL: mails.url, MAIL_FROM: 'Entrada <avisos@entrada.example>' };
});
const worker = forAllTests(() => test.app.get(OutboxJob));
afterAll(() => mails.close());

beforeEach(async () => {
  mails.mails.length = 0;
  mails.refuseEvery = 0;
  mails.whileReceiving = () => Promise.resolve();
  // Other files leave mails in this worker's database.
  await test.sql('delete from outbox');
});

const due = () =>
  test.sql(`update outbox set next_attempt_at = now() - interval '1 second' where sent_at is null and dead_at is null`);

it('tells the owner of each key that is created and revoked, in Portuguese, as text and HTML, without the key', async () => {
  const partner = await test.partner('leads:read');
  await partner.owner.delete(`/api-keys/${partner.keyId}`);
  await partner.owner.delete(`/api-keys/${partner.keyId}`);
  await worker.deliverDue();
  const [account] = await partner.sql<{ email: string }>('select owner_email as email from accounts where id = $1');
  expect(mails.mails.map(({ to }) => to)).toEqual([account?.email, account?.email]);
  const sent = mails.mails.map((mail) => ({ text: MailServer.text(mail), raw: mail.raw }));
  // Mails leave at the same time, so either may arrive first.
  for (const what of ['foi criada', 'foi revogada'])
    expect(sent.filter(({ text }) => text.includes(what))).toHaveLength(1);
  for (const { text, raw } of sent) {
    expect(text).toContain(`final ${partner.key.slice(-4)}`);
    expect(raw).toMatch(/text\/plain/);
    expect(raw).toMatch(/text\/html/);
    expect(raw + text).not.toContain(partner.key.slice(0, 30));
  }
  const entries =
    await partner.owner.get<{ type: string; message: string; read_at: string | null }[]>('/notifications');
  expect(entries.data.map(({ type }) => type)).toEqual(['api_key.revoked', 'api_key.created']);
  await worker.deliverDue();
  expect(mails.mails).toHaveLength(2);
});

it('tries again later with the same Message-ID, and gives up after twenty tries, visibly; the operator can retry', async () => {
  await test.partner('leads:read');
  mails.refuseEvery = 1;
  for (const attempt of [1, 2, 19, 20]) {
    if (attempt === 19) await test.sql('update outbox set attempts = 18');
    await worker.deliverDue();
    const [row] = await test.sql<{ attempts: number; error: string; waits: boolean }>(
      'select attempts, last_error as error, next_attempt_at > clock_timestamp() as waits from outbox',
    );
    expect(row).toMatchObject({ attempts: attempt, error: expect.stringContaining('451') as string });
    if (attempt < 20) expect(row?.waits).toBe(true);
    await due();
  }
  await worker.deliverDue();
  const dead = await test.operator.get<{ id: string; attempts: number; recipient: string }[]>('/outbox?state=dead');
  expect(dead.data).toMatchObject([{ attempts: 20, recipient: 'd***@e***.com' }]);
  mails.refuseEvery = 0;
  const retried = await test.operator.post<{ dead_at: null }>(`/outbox/${dead.data[0]?.id}/retry`);
  expect([retried.status, retried.data.dead_at]).toEqual([200, null]);
  await worker.deliverDue();
  expect(mails.mails.map(({ messageId }) => messageId)).toEqual([`<${dead.data[0]?.id}@entrada.example>`]);
  expect((await test.operator.get('/outbox')).data).toEqual([]);
  expect((await test.operator.post(`/outbox/${dead.data[0]?.id}/retry`)).status).toBe(404);
  expect((await test.operator.get('/outbox?state=lost')).fields).toEqual(['state']);
});

it.each([
  [1, 1_000],
  [10, 512_000],
  [11, 600_000],
  [19, 600_000],
])('waits after attempt %i for %i ms', async (attempt, wait) => {
  await test.partner('leads:read');
  mails.refuseEvery = 1;
  await test.sql('update outbox set attempts = $1', [attempt - 1]);
  const now = async () => (await test.sql<{ now: Date }>('select clock_timestamp() as now'))[0]?.now.getTime() ?? NaN;
  const before = await now();
  await worker.deliverDue();
  const after = await now();
  const rows = await test.sql<{ attempts: number; next: Date }>('select attempts, next_attempt_at as next from outbox');
  expect(rows).toEqual([{ attempts: attempt, next: expect.any(Date) as Date }]);
  // The pause begins during the delivery, in whole milliseconds.
  const looked = (rows[0]?.next.getTime() ?? NaN) - wait;
  expect(looked).toBeGreaterThanOrEqual(before - 1);
  expect(looked).toBeLessThanOrEqual(after);
});

it('does not wait for a mail that another worker is sending, and leaves it to that worker', async () => {
  const partner = await test.partner('leads:read');
  for (let n = 0; n < 2; n++) await partner.withKey('leads:read');
  const [taken] = await partner.sql<{ id: string }>(
    'select id from outbox where account_id = $1 order by next_attempt_at limit 1',
  );
  const sent = () => mails.mails.map(({ messageId }) => messageId.slice(1, 37));
  await test.sql('begin');
  await partner.sql('select from outbox where account_id = $1 and id = $2 for update', taken?.id);
  const ended = worker.deliverDue();
  try {
    expect(await waitsOrEnds(test, () => sent().length === 2)).toBe('ends');
    await ended;
    expect(sent()).not.toContain(taken?.id);
  } finally {
    await test.sql('commit');
  }
  await worker.deliverDue();
  expect([sent().length, new Set(sent()).size, sent()[2]]).toEqual([3, 3, taken?.id]);
});

it('keeps mails in the outbox without an SMTP server, and sends them when there is one', async () => {
  const silent = await startApp();
  const partner = await silent.partner('leads:read');
  await silent.app.get(OutboxJob).deliverDue();
  await silent.app.get(OutboxJob).deliverDue();
  expect(await partner.sql('select attempts, sent_at, dead_at from outbox where account_id = $1')).toEqual([
    { attempts: 1, sent_at: null, dead_at: null },
  ]);
  await silent.close();
  await worker.deliverDue();
  expect(mails.mails).toHaveLength(1);
});

it('gives up a mail that waited for more than two days when there is a mail server, and sends it when the operator retries it', async () => {
  const silent = await startApp();
  const partner = await silent.partner('leads:read');
  await partner.withKey('leads:read');
  await silent.app.get(OutboxJob).deliverDue();
  const rows = await partner.sql<{ id: string }>('select id from outbox where account_id = $1 order by id');
  const [old, recent] = rows.map(({ id }) => id);
  const age = 'update outbox set created_at = $3 where account_id = $1 and id = $2';
  await partner.sql(age, old, hoursFromNow(-49));
  await partner.sql(age, recent, hoursFromNow(-47));
  await silent.close();
  await worker.deliverDue();
  expect(mails.mails.map(({ messageId }) => messageId)).toEqual([`<${recent}@entrada.example>`]);
  const dead = await test.operator.get<object[]>('/outbox?state=dead');
  expect(dead.data).toMatchObject([{ id: old, last_error: 'older than two days; before: no SMTP_URL' }]);
  mails.refuseEvery = 1;
  expect((await test.operator.post(`/outbox/${old}/retry`)).status).toBe(200);
  await worker.deliverDue();
  mails.refuseEvery = 0;
  await due();
  await worker.deliverDue();
  expect(mails.mails.map(({ messageId }) => messageId)).toContain(`<${old}@entrada.example>`);
});

it('leaves a mail of a later release, whose kind it does not know, to an instance that knows it, and sends the others', async () => {
  const partner = await test.partner('leads:read');
  await partner.sql(
    `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
     values ($1, gen_random_uuid(), 'later', 'dona@example.com', '{}', now(), now() - interval '1 hour')`,
  );
  await worker.deliverDue();
  expect(mails.mails.map((mail) => MailServer.text(mail))).toEqual([expect.stringContaining('foi criada')]);
  expect(
    await partner.sql('select kind, attempts, dead_at from outbox where account_id = $1 and sent_at is null'),
  ).toEqual([{ kind: 'later', attempts: 0, dead_at: null }]);
});

it('does not send a sign-in link that has expired in the outbox', async () => {
  const { anyone, openAccount } = ownerCalls(test);
  const { id, owner } = await openAccount();
  await anyone().post('/sign-in-links', { email: owner.email });
  await test.app.get(SignInRequestsJob).run();
  expect(await test.sql('select from outbox where account_id = $1', [id])).toHaveLength(1);
  await test.sql('update outbox set created_at = $1', [hoursFromNow(-16 / 60)]);
  await worker.deliverDue();
  expect(mails.mails).toEqual([]);
});

it('sends nothing to the owner of a demo account, whose address is invented', async () => {
  const open = async (email: string) => {
    const account = newAccount({ owner: { name: 'Demonstração', email } });
    const { id } = (await test.operator.post<{ id: string }>('/accounts', account)).data;
    const key = { name: 'site', permissions: ['leads:read'] };
    expect((await test.operator.with({ 'X-Account-Id': id }).post('/api-keys', key)).status).toBe(201);
    return id;
  };
  await open('demo@entrada.invalid');
  const former = await open('demo@example.com');
  expect(await test.sql('select recipient from outbox')).toEqual([]);
  // A mail that an earlier release left, before there was a mail server.
  await test.sql(
    `insert into outbox (account_id, id, kind, recipient, params, created_at, next_attempt_at)
     values ($1, gen_random_uuid(), 'api_key.created', 'Demo@Example.com', '{}', now(), now())`,
    [former],
  );
  await worker.deliverDue();
  expect(mails.mails).toEqual([]);
  expect(await test.sql('select last_error from outbox where dead_at is not null')).toHaveLength(1);
});
