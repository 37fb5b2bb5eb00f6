import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { AutomationsJob } from '../../src/automations/automations.job';
import { ImportsJob } from '../../src/imports/imports.job';
import { OutboxJob } from '../../src/notices/outbox.job';
import type { ImportView } from '../../src/contract/import';
import { appForAllTests, type Partner } from '../support/app';
import { privateDatabase } from '../support/database';
import { CSV } from '../support/import-calls';
import { MailServer } from '../support/mail-server';
import { ownerCalls } from '../support/owner-calls';
import { phones } from '../support/phones';
import { until } from '../support/waiting';
import { killWorker, partnersOnEach, untilAnswers, workerUrls } from './placement';

const IN_FOUR_DAYS = 4 * 24 * 60 * 60 * 1000;

const server = new MailServer();
const test = appForAllTests(async () => {
  await server.open();
  return {
    DATABASE_URL: await privateDatabase('citus_jobs_outage'),
    SMTP_URL: server.url,
    MAIL_FROM: 'Entrada <avisos@entrada.example>',
    TRUST_PROXY: '1',
  };
});
afterAll(() => server.close());

const nextPhone = phones();
const { anyone } = ownerCalls(test);

/** Prepares an account: an owner with a mail address, a lead for a rule, and a waiting import. */
async function busy(partner: Partner) {
  const { accountId, api, owner } = partner;
  const [account] = await test.sql<{ email: string }>('select owner_email as email from accounts where id = $1', [
    accountId,
  ]);
  const { data } = await api.post<{ lead: { id: string } }>('/leads', { phone: nextPhone.mobile() });
  const action = { type: 'add_tag', tag: 'parado' };
  const rule = await owner.post(`/stages/${(await partner.stages()).Novo}/automations`, { idle_days: 3, action });
  expect(rule.status).toBe(201);
  const sent = await owner.with(CSV).post<ImportView>('/imports', `phone\r\n${nextPhone.mobile()}`);
  expect(sent.status).toBe(202);
  return { api, owner, email: account?.email ?? '', leadId: data.lead.id, importId: sent.data.id };
}

type Busy = Awaited<ReturnType<typeof busy>>;

const askForLink = async ({ email }: Busy): Promise<void> =>
  expect((await anyone().post('/sign-in-links', { email })).status).toBe(202);

/** Runs the scheduled jobs. Outbox, imports and automations reject when they cannot reach every account. */
const work = async (): Promise<string[]> => {
  const { app } = test;
  await app.get(SignInRequestsJob).run();
  const runs = [
    app.get(OutboxJob).deliverDue(),
    app.get(ImportsJob).run(),
    app.get(AutomationsJob).run(new Date(Date.now() + IN_FOUR_DAYS)),
  ];
  return (await Promise.allSettled(runs)).map(({ status }) => status);
};

/** Returns whether the link was mailed, the tags of the lead, and the state of the import. */
const seen = async ({ email, api, owner, leadId, importId }: Busy) => {
  const lead = await api.get<{ tags: string[] }>(`/leads/${leadId}`);
  const file = await owner.get<ImportView>(`/imports/${importId}`);
  return [server.mails.filter(({ to }) => to === email).length > 0, lead.data.tags, file.data.state];
};

it('while a worker is down, the jobs of accounts elsewhere go on: links to sign in, files and rules; the others follow', async () => {
  const [[dead, ofDead], [, ofLiving]] = [...(await partnersOnEach(test, 3))] as [
    [string, Partner[]],
    [string, Partner[]],
  ];
  const [waiting, living] = [await Promise.all(ofDead.map(busy)), await Promise.all(ofLiving.map(busy))];
  const url = workerUrls().get(dead) ?? '';
  await killWorker(url, 45);
  try {
    await until(async () => ((await ofDead[0]?.api.get('/pipelines'))?.status ?? 0) >= 500);
    // Requests of the dead worker fill more than one batch and are older than the others.
    for (let n = 0; n < 40; n++) for (const owner of waiting) await askForLink(owner);
    for (const owner of living) await askForLink(owner);
    expect(await work()).toEqual(['rejected', 'rejected', 'rejected']);
    for (const owner of living) expect(await seen(owner)).toEqual([true, ['parado'], 'finished']);
    expect((await ofDead[0]?.api.get('/pipelines'))?.status).toBe(500);
  } finally {
    await untilAnswers(url);
  }
  await until(async () => (await ofDead[0]?.api.get('/pipelines'))?.status === 200);
  expect(await work()).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  for (const owner of waiting) expect(await seen(owner)).toEqual([true, ['parado'], 'finished']);
});
