import { randomUUID } from 'node:crypto';
import { eachFound } from '../../src/accounts/search-accounts';
import { newAccountToken } from '../../src/auth/sessions/account-token';
import { DAY_MS } from '../../src/contract/durations';
import type { AccountClosing } from '../../src/contract/account';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { JobDatabase } from '../../src/database/database';
import { RetentionJob } from '../../src/operations/retention.job';
import { appForAllTests, newAccount, type Partner, RANDOM_ID } from '../support/app';
import { documentedRoutes, exactDocument } from '../support/document';
import { EventStream } from '../support/event-stream';
import { formCalls, formVisitor } from '../support/form-visitor';
import { HttpClient, ok } from '../support/http-client';
import { CSV } from '../support/import-calls';
import { memberCalls } from '../support/member-calls';
import { phones } from '../support/phones';
import { forEachTest } from '../support/setup';
import { sourceCalls } from '../support/source-calls';
import { until } from '../support/waiting';

const test = appForAllTests({ TRUST_PROXY: '1' });
const partner = forEachTest(() => test.partner());
const { join, ownerOf } = memberCalls(test);
const nextPhone = phones();
const { name: NAME } = newAccount();

const routeOf = ({ accountId }: Partner): string => `/accounts/${accountId}`;
const close = (name: string = NAME) => test.operator.post<AccountClosing>(`${routeOf(partner)}/close`, { name });
const restore = () => test.operator.post(`${routeOf(partner)}/restore`);

it('asks for the name of the account, and says for how long it can be restored', async () => {
  for (const name of ['Outra conta', NAME.toUpperCase()]) {
    const refused = await close(name);
    expect([refused.status, refused.fields]).toEqual([422, ['name']]);
  }
  expect((await test.operator.post(`${routeOf(partner)}/close`, {})).fields).toEqual(['name']);
  const { status, data } = await close(` ${NAME} `);
  expect(status).toBe(202);
  expect(Math.abs(Date.parse(data.closes_at) - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
  expect((await close()).data).toEqual(data);
  const account = (await test.operator.get<object>(routeOf(partner))).data;
  expect(account).toMatchObject({ name: NAME, closes_at: data.closes_at });
  const listed = (await test.operator.get<{ id: string }[]>('/accounts?limit=100')).data;
  expect(listed.find(({ id }) => id === partner.accountId)).toEqual(account);

  const restored = await restore();
  expect([restored.status, restored.data]).toEqual([
    200,
    expect.not.objectContaining({ closes_at: expect.anything() as string }) as object,
  ]);
  expect(await restore()).toMatchObject({ status: 200, data: restored.data });
  const audit = (await partner.owner.get<{ action: string }[]>('/audit?limit=2')).data;
  expect(audit.map(({ action }) => action)).toEqual(['account.restored', 'account.closing']);
});

it('an unknown account is neither closed nor restored, and only the operator may', async () => {
  const owner = await ownerOf(partner);
  for (const action of ['close', 'restore']) {
    expect((await test.operator.post(`/accounts/${RANDOM_ID}/${action}`, { name: NAME })).status).toBe(404);
    expect((await owner.post(`${routeOf(partner)}/${action}`, { name: NAME })).status).toBe(403);
  }
});

let callers = 0;

/** The status of a call, from an address of its own: limits of strangers would count together. */
async function statusOf(route: string, token: string): Promise<number> {
  const [method = '', path = ''] = route.split(' ');
  const { status, body } = await fetch(test.url + path.replaceAll(/\{[^}]+\}/g, RANDOM_ID), {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.1.${callers >> 8}.${callers++ & 255}`,
    },
    body: method === 'GET' ? undefined : '{}',
  });
  await body?.cancel();
  return status;
}

it('its sessions and keys are unknown on every route, and known again after the restoration', async () => {
  const routes = documentedRoutes(exactDocument('http://entrada.test'));
  const { token } = await join(partner, 'manager');
  const unknown = newAccountToken('session', randomUUID());
  await close();
  for (const [known, stranger] of [
    [token, unknown],
    [partner.key, `ent_live_${'A'.repeat(43)}`],
  ] as const) {
    const different: string[] = [];
    for (const route of routes)
      if ((await statusOf(route, known)) !== (await statusOf(route, stranger))) different.push(route);
    expect(different).toEqual([]);
  }
  const refused = await partner.api.get('/leads');
  expect([refused.status, refused.error.code]).toEqual([401, 'invalid_api_key']);
  await restore();
  expect(await statusOf('GET /admin/v1/me', token)).toBe(200);
  expect((await partner.api.get('/leads')).status).toBe(200);
});

it('webhooks get 503 and forms 410 until it is restored', async () => {
  const { create, send } = sourceCalls(test, partner);
  const form = await formCalls(test, partner).create();
  const source = await create();
  const body = () => ({ telefone: nextPhone.mobile() });
  await close();
  const refused = await send(source, body());
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } });
  for (const path of [form.path, `${form.path}/obrigado`, `${form.path}/embed.js`])
    expect((await formVisitor(test).get(path)).status).toBe(410);
  expect((await formVisitor(test).post(form.path, { phone: nextPhone.mobile() })).status).toBe(410);
  expect(await partner.sql('select from deliveries where account_id = $1')).toEqual([]);
  await restore();
  expect((await send(source, body())).status).toBe(200);
  expect((await formVisitor(test).get(form.path)).status).toBe(200);
});

it('nobody signs in to it: links do not exist, and lists of accounts leave it out', async () => {
  const other = await test.partner();
  const member = await join(other, 'seller');
  await partner.owner.post('/members', { name: 'Bruno', email: member.address, role: 'seller' });
  const { data } = await test.operator.post<{ console_url: string }>(`${routeOf(partner)}/owner-sessions`);
  const link = { token: data.console_url.split('link=')[1] };
  await close();
  for (const path of ['owner-sessions', 'sign-in-links']) {
    const refused = await test.operator.post(`${routeOf(partner)}/${path}`, { email: member.address });
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
  }
  const anyone = new HttpClient(`${test.url}/admin/v1`, '');
  for (const path of ['/sign-in-links/look', '/sessions']) expect((await anyone.post(path, link)).status).toBe(401);
  expect((await member.api.get<object[]>('/my-accounts')).data).toHaveLength(1);
  expect((await member.api.post(`/my-accounts/${partner.accountId}/switch`)).status).toBe(404);
  await anyone.post('/sign-in-links', { email: member.address });
  await test.app.get(SignInRequestsJob).run();
  const [mail] = await other.sql<{ links: { account_id: string }[] }>(
    `select params->'links' as links from outbox where account_id = $1 and recipient = $2 and params ? 'links' order by id desc`,
    member.address,
  );
  expect(mail?.links.map(({ account_id }) => account_id)).toEqual([other.accountId]);
  await restore();
  expect((await member.api.get<object[]>('/my-accounts')).data).toHaveLength(2);
  expect((await anyone.post('/sessions', link)).status).toBe(201);
});

it('open streams end', async () => {
  const { token } = await join(partner, 'seller');
  const stream = await EventStream.open(test.url, { Authorization: `Bearer ${token}` });
  await until(() => stream.text !== '');
  await close();
  await until(() => stream.hasEnded);
});

it('the operator reads it and answers people who ask for their data, and adds nothing', async () => {
  const phone = nextPhone.mobile();
  await ok(partner.api.post('/leads', { phone }));
  await close();
  await ok(partner.owner.get('/leads'));
  await ok(partner.owner.post('/people/export', { phone }));
  await ok(partner.owner.post('/people/erase', { phone }));
  for (const refused of [
    await partner.owner.post('/leads', { phone: nextPhone.mobile() }),
    await partner.owner.with(CSV).post('/imports', `phone\r\n${nextPhone.mobile()}`),
    await partner.staff.post('/leads', { phone: nextPhone.mobile() }),
    await partner.staff.post('/conversations', { phone: nextPhone.mobile(), channel: 'chat' }),
  ])
    expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
});

it('monitoring leaves its work out', async () => {
  const waiting = async () =>
    (await test.sql<{ count: number }>('select mails_waiting as count from backlog()'))[0]?.count;
  const mails = await partner.sql('select from outbox where account_id = $1 and sent_at is null and dead_at is null');
  expect(mails.length).toBeGreaterThan(0);
  const before = await waiting();
  await close();
  expect(await waiting()).toBe((before ?? 0) - mails.length);
});

it('a job that has begun leaves it alone from the next batch on', async () => {
  let batches = 0;
  await eachFound(test.app.get(RetentionJob), test.app.get(JobDatabase), {
    find: () => [[{ accountId: partner.accountId }]],
    work: async function* () {
      while (batches < 3) {
        await ok(close());
        batches++;
        yield;
      }
    },
    failure: 'failed',
  });
  expect(batches).toBe(1);
});
