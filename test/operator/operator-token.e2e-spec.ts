import { OutboxJob } from '../../src/notices/outbox.job';
import { SignInRequestsJob } from '../../src/auth/sessions/sign-in-requests.job';
import { Database } from '../../src/database/database';
import { appForAllTests, appStarter, newAccount, OPERATOR_TOKEN, type TestApp } from '../support/app';
import { type Answer, HttpClient } from '../support/http-client';
import { MailServer } from '../support/mail-server';
import { times } from '../support/race';
import { untilReadinessSays } from '../support/readiness';
import { until } from '../support/waiting';

const SECOND = 'second-token-of-the-operator-0123456789';
const METRICS = 'token-of-whoever-reads-metrics-0123456789';

const start = appStarter({ TRUST_PROXY: '1' });

let hosts = 0;
/** Makes a client of the admin API with its own address. */
const stranger = (test: TestApp, token: string, address = `198.51.100.${++hosts}`): HttpClient =>
  new HttpClient(`${test.url}/admin/v1`, token, { 'X-Forwarded-For': address });
const atOnce = <Result>(count: number, call: (index: number) => Promise<Result>) => Promise.all(times(count, call));
const statuses = (answers: readonly Answer<never>[]): number[] => answers.map(({ status }) => status);

const mails = new MailServer();
const smtp = () => ({ SMTP_URL: mails.url, MAIL_FROM: 'a@example.com' });
const test = appForAllTests(async () => {
  await mails.open();
  return { ...smtp(), TRUST_PROXY: '1', OPERATOR_TOKEN: `${OPERATOR_TOKEN},${SECOND}`, METRICS_TOKEN: METRICS };
});
afterAll(() => mails.close());

describe('the tokens', () => {
  it.each([OPERATOR_TOKEN, SECOND])('two of the operator open everything alike (%s)', async (token) => {
    expect((await stranger(test, token).get('/accounts?limit=1')).status).toBe(200);
    expect((await fetch(`${test.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
  });

  it.each([`${OPERATOR_TOKEN},${SECOND}`, `${OPERATOR_TOKEN}, ${SECOND}`, SECOND.slice(1), `${SECOND}x`])(
    'not what is nearly one of them (%s)',
    async (token) => expect((await stranger(test, token).get('/accounts')).status).toBe(401),
  );

  it('METRICS_TOKEN opens /metrics and nothing else', async () => {
    const metrics = await fetch(`${test.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS}` } });
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('http_requests_total')]);
    const { data: account } = await test.operator.post<{ id: string }>('/accounts', newAccount());
    const client = stranger(test, METRICS).with({ 'X-Account-Id': account.id });
    for (const path of ['/accounts', `/accounts/${account.id}`, '/outbox', '/account', '/api-keys', '/metrics']) {
      expect([path, (await client.get(path)).status]).toEqual([path, 401]);
    }
    const partner = new HttpClient(`${test.url}/api/v1`, METRICS, { 'X-Forwarded-For': '198.51.101.1' });
    expect((await partner.get('/metrics')).status).toBe(401);
    // Not accepted as a cookie either.
    const page = await fetch(`${test.url}/metrics`, { headers: { Cookie: `entrada_session=${METRICS}` } });
    expect(page.status).toBe(401);
  });

  it('a link in a mail opens the console, whichever token made it', async () => {
    const before = await start({ ...smtp(), OPERATOR_TOKEN: `${SECOND},${OPERATOR_TOKEN}` });
    const without = await start({ ...smtp(), OPERATOR_TOKEN });
    const emails = ['um', 'dois'].map((name) => `${name}-${process.pid}@example.com`);
    for (const email of emails) await test.operator.post('/accounts', newAccount({ owner: { name: 'Dona', email } }));
    const sent = async (email: string, by: TestApp, isSent: () => Promise<boolean>) => {
      await stranger(before, '').post('/sign-in-links', { email });
      await before.app.get(SignInRequestsJob).run();
      for (;;) {
        await by.app.get(OutboxJob).deliverDue();
        if (await isSent()) return;
      }
    };
    const mailTo = (email: string) => mails.mails.find(({ to }) => to === email);
    const [one = '', two = ''] = emails;
    await sent(one, test, async () => mailTo(one) !== undefined);
    const [, token] = /#link=(\w+)/.exec(MailServer.text(mailTo(one)!)) ?? [];
    expect((await stranger(without, '').post('/sessions', { token })).status).toBe(201);
    // Without the token that made it a link opens nothing, so its mail is given up.
    const dead = async () =>
      (await without.operator.get<{ last_error: string }[]>('/outbox?state=dead')).data.some(
        ({ last_error }) => last_error === 'no such link',
      );
    await sent(two, without, dead);
    expect(mailTo(two)).toBeUndefined();
  });
});

describe('wrong tokens of the operator', () => {
  it('ten in a minute from an address are 401, also of fourteen at once; then 429, and the right ones pass all the same', async () => {
    const address = '203.0.113.50';
    const wrong = await atOnce(14, (index) => stranger(test, `x${index}${SECOND}`, address).get('/accounts'));
    expect(statuses(wrong).filter((status) => status === 401)).toHaveLength(10);
    const refused = wrong.find(({ status }) => status === 429);
    expect(refused?.error).toMatchObject({ code: 'rate_limited', details: { limit: 'sign_in' } });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused?.headers.get('ratelimit')).toBe(`"sign_in";r=0;t=${refused?.headers.get('retry-after')}`);
    expect(statuses(wrong).filter((status) => status === 429)).toHaveLength(4);
    expect((await stranger(test, OPERATOR_TOKEN, address).get('/accounts')).status).toBe(200);
    expect((await stranger(test, OPERATOR_TOKEN, address).get('/account')).fields).toEqual(['X-Account-Id']);
    for (const token of [METRICS, OPERATOR_TOKEN]) {
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address };
      expect((await fetch(`${test.url}/metrics`, { headers })).status).toBe(200);
    }
    // Other addresses are not limited.
    expect((await stranger(test, `x${SECOND}`).get('/accounts')).status).toBe(401);
  });

  it('count on owner routes and /metrics too, and do not lock out owners at that address', async () => {
    const address = '203.0.113.51';
    const { data: account } = await test.operator.post<{ id: string }>('/accounts', newAccount());
    const session = await test.operator.post<{ token: string }>(`/accounts/${account.id}/owner-sessions`);
    for (let index = 0; index < 5; index++) await stranger(test, `x${SECOND}`, address).get('/account');
    const headers = { Authorization: `Bearer x${METRICS}`, 'X-Forwarded-For': address };
    for (let index = 0; index < 5; index++) await fetch(`${test.url}/metrics`, { headers });
    expect((await stranger(test, `x${SECOND}`, address).get('/account')).error.details).toEqual({ limit: 'sign_in' });
    expect((await stranger(test, session.data.token, address).get('/account')).status).toBe(200);
    const cookie = { Cookie: `entrada_session=${session.data.token}` };
    expect((await stranger(test, '', address).with(cookie).get('/account')).status).toBe(200);
  });

  it('do not include sessions that have ended', async () => {
    const address = '203.0.113.52';
    const { data: account } = await test.operator.post<{ id: string }>('/accounts', newAccount());
    const { token } = (await test.operator.post<{ token: string }>(`/accounts/${account.id}/owner-sessions`)).data;
    await stranger(test, token).delete('/sessions/current');
    expect(statuses(await atOnce(11, () => stranger(test, token, address).get('/account')))).toEqual(
      Array<number>(11).fill(401),
    );
    expect((await stranger(test, OPERATOR_TOKEN, address).get('/accounts')).status).toBe(200);
  });
});

describe('calls without a right credential', () => {
  const LIMIT = 3;
  const test = appForAllTests({ TRUST_PROXY: '1', LIMIT_IP_PER_MINUTE: String(LIMIT) });

  const sessionShaped = `ent_session_${'0'.repeat(22)}${'1'.repeat(43)}`;
  const strange: [string, string, object?][] = [
    ['GET', '/admin/v1/accounts'],
    ['GET', '/admin/v1/account'],
    ['POST', '/admin/v1/sessions', { token: 'x' }],
    ['POST', '/admin/v1/sign-in-links/look', { token: 'x' }],
    ['GET', '/metrics'],
  ];
  const open: [string, string, object?][] = [
    ['POST', '/admin/v1/sign-in-links', { email: 'x' }],
    ['GET', '/docs'],
    ['GET', '/docs/openapi.json'],
    ['GET', '/docs/partner.json'],
    ['GET', '/docs/assets/none.js'],
    ['GET', '/console'],
    ['GET', '/console/assets/none.js'],
  ];
  const call = (address: string, [method, path, body]: [string, string, object?], token = '') =>
    new HttpClient(test.url, token, { 'X-Forwarded-For': address }).send(method, path, body);

  it.each([...strange, ...open])('count for the address: %s %s', async (...path) => {
    const address = `192.0.2.${[...strange, ...open].findIndex(([method, one]) => method === path[0] && one === path[1]) + 1}`;
    const answers = await atOnce(LIMIT + 2, () => call(address, path));
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(2);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error.details).toEqual({ limit: 'ip' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // The calls share a limit: with unauthenticated admin calls, or with the partner API and pages.
    const isStrange = strange.some(([method, one]) => method === path[0] && one === path[1]);
    if (!isStrange) expect(refused?.headers.get('ratelimit-policy')).toMatch(`"ip";q=${LIMIT};w=60`);
    const [wrongSession, wrongKey] = [
      await call(address, ['GET', '/admin/v1/account'], sessionShaped),
      await call(address, ['GET', '/api/v1/leads']),
    ];
    expect([wrongSession.status, wrongKey.status]).toEqual(isStrange ? [429, 401] : [401, 429]);
    expect((isStrange ? wrongSession : wrongKey).error.details).toEqual({ limit: 'ip' });
    expect((await call(address, ['GET', '/health/live'])).status).toBe(200);
    expect((await call(address, ['GET', '/health/ready'])).status).not.toBe(429);
    // The operator can still call.
    expect((await call(address, ['GET', '/admin/v1/accounts'], OPERATOR_TOKEN)).status).toBe(200);
  });

  it('are the only ones that count: operator, owner and metrics are not limited', async () => {
    const address = '192.0.2.100';
    const { data: account } = await test.operator.post<{ id: string }>('/accounts', newAccount());
    const { token } = (await test.operator.post<{ token: string }>(`/accounts/${account.id}/owner-sessions`)).data;
    for (const [path, credential] of [
      ['/admin/v1/accounts', OPERATOR_TOKEN],
      ['/admin/v1/account', token],
      ['/metrics', OPERATOR_TOKEN],
    ] as const) {
      expect(statuses(await atOnce(3 * LIMIT, () => call(address, ['GET', path], credential)))).toEqual(
        Array<number>(3 * LIMIT).fill(200),
      );
    }
  });
});

describe('readiness', () => {
  it('asks the database once a second at most, however many calls it gets', async () => {
    const reads = jest.spyOn(test.app.get(Database), 'readForReadiness');
    const asked = (): number =>
      reads.mock.calls.filter(([{ statement }]) => statement.text.includes('"isDurable"')).length;
    const begin = performance.now();
    /** Largest number of readiness queries so far: one at the beginning, and one per second. */
    const most = (): number => 1 + Math.floor((performance.now() - begin) / 1000);
    // An answer of the test before may still be good.
    await until(async () => {
      await atOnce(40, () => untilReadinessSays(test.url, { database: 'up' }));
      return asked() > 0;
    });
    expect(asked()).toBeGreaterThan(0);
    expect(asked()).toBeLessThanOrEqual(most());
  });
});
