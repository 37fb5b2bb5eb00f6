import { ExpiredSecretsJob } from '../../src/auth/expired-secrets.job';
import { OutboxWorker } from '../../src/notices/outbox.worker';
import { SignInRequestsService } from '../../src/auth/sign-in-requests.service';
import { newAccount, OPERATOR_TOKEN, type Partner, startApp, type TestApp } from '../support/app';
import { HttpClient } from '../support/http-client';
import { MailServer } from '../support/mail-server';

interface Account {
  id: string;
  owner: { name: string; email: string };
}

interface Session {
  token: string;
  expires_at: string;
}

const mails = new MailServer();
let test: TestApp;
let anyone: HttpClient;

beforeAll(async () => {
  await mails.open();
  test = await startApp({ SMTP_URL: mails.url, MAIL_FROM: 'avisos@entrada.example', TRUST_PROXY: '1' });
  anyone = client('');
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

const client = (token: string) => new HttpClient(`${test.url}/admin/v1`, token);

let addresses = 0;
/** A client behind a proxy, from an address that no other test has. */
const from = (base: HttpClient, address = `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`) =>
  base.with({ 'X-Forwarded-For': address });

const openAccount = async () => (await test.operator.post<Account>('/accounts', newAccount())).data;

const sessionOf = async (account: { id: string }) =>
  (await test.operator.post<Session & { console_url: string }>(`/accounts/${account.id}/owner-sessions`)).data;

/** The token of the newest link that was mailed to the address. */
async function mailedToken(email: string): Promise<string> {
  await test.app.get(SignInRequestsService).run();
  await test.app.get(OutboxWorker).deliverDue();
  const mail = mails.mails.filter(({ to }) => to === email).at(-1);
  return /#link=(\w+)/.exec(mail ? MailServer.text(mail) : '')?.[1] ?? '';
}

describe('a session', () => {
  it('begins with the operator, lasts 12 hours, is kept as a hash, and ends when its owner says so', async () => {
    const account = await openAccount();
    const { token, expires_at } = await sessionOf(account);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(12.1 * 3_600_000);
    const rows = await test.sql<{ row: string }>('select s::text as row from sessions s where account_id = $1', [
      account.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token.slice(-40));
    expect((await client(token).get<Account>('/account')).data).toEqual(account);
    expect((await client(token).delete('/sessions/current')).status).toBe(204);
    expect((await client(token).get('/account')).error.code).toBe('unauthorized');
  });

  it('is over when it has expired, and is cleared away', async () => {
    const account = await openAccount();
    const { token } = await sessionOf(account);
    await test.sql(`update sessions set expires_at = now() - interval '1 hour' where account_id = $1`, [account.id]);
    expect((await client(token).get('/account')).error.code).toBe('unauthorized');
    await test.app.get(ExpiredSecretsJob).run();
    expect(await test.sql('select 1 from sessions where account_id = $1', [account.id])).toEqual([]);
  });

  it('of the operator can begin in the console by a link of its own, once', async () => {
    const account = await openAccount();
    const { console_url: url } = await sessionOf(account);
    const [, token] = /^http:\/\/127\.0\.0\.1:3000\/console#link=(\w+)$/.exec(url) ?? [];
    const begun = await from(anyone).post<Session>('/sessions', { token });
    expect(begun.status).toBe(201);
    expect((await client(begun.data.token).get<Account>('/account')).data.id).toBe(account.id);
    expect((await from(anyone).post('/sessions', { token })).error.code).toBe('unauthorized');
  });
});

describe('a sign-in link', () => {
  it('comes by mail and opens one session, once, however many try at the same moment', async () => {
    const { owner } = await openAccount();
    const asked = await from(anyone).post('/sign-in-links', { email: ` ${owner.email.toUpperCase()} ` });
    expect([asked.status, asked.text]).toEqual([202, '{"data":{"received":true}}']);
    const token = await mailedToken(owner.email);
    const tries = await Promise.all(Array.from({ length: 10 }, () => from(anyone).post('/sessions', { token })));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(401)]);
  });

  it('is answered alike for strangers, who get nothing', async () => {
    const before = mails.mails.length;
    const asked = await from(anyone).post('/sign-in-links', { email: 'nobody@example.org' });
    expect([asked.status, asked.text]).toEqual([202, '{"data":{"received":true}}']);
    expect(await mailedToken('nobody@example.org')).toBe('');
    expect(mails.mails.length).toBe(before);
    expect((await from(anyone).post('/sign-in-links', { email: 'x' })).fields).toEqual(['email']);
  });

  it('stands in no table, and expires after 15 minutes', async () => {
    const { id, owner } = await openAccount();
    await from(anyone).post('/sign-in-links', { email: owner.email });
    const token = await mailedToken(owner.email);
    expect(token).toMatch(/^ent_link_/);
    const rows = await test.sql<{ row: string }>(
      `select (select string_agg(o::text, '') from outbox o where account_id = $1)
           || (select string_agg(l::text, '') from sign_in_links l where account_id = $1) as row`,
      [id],
    );
    expect(rows[0]?.row).not.toContain(token.slice(-40));
    const [link] = await test.sql<{ minutes: number }>(
      'select extract(epoch from expires_at - created_at)::int / 60 as minutes from sign_in_links where account_id = $1',
      [id],
    );
    expect(link?.minutes).toBe(15);
    await test.sql(`update sign_in_links set expires_at = now() - interval '1 hour' where account_id = $1`, [id]);
    expect((await from(anyone).post('/sessions', { token })).error.code).toBe('unauthorized');
  });

  it('is asked for 20 times an hour from one address, and a session tried 10 times a minute; then 429', async () => {
    const one = from(anyone, '10.9.9.9');
    const links = await Promise.all(
      Array.from({ length: 22 }, () => one.post('/sign-in-links', { email: 'nobody@example.org' })),
    );
    expect(links.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(202), 429, 429]);
    const refused = links.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const sessions = await Promise.all(Array.from({ length: 12 }, () => one.post('/sessions', { token: 'x' })));
    expect(sessions.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect((await from(anyone).post('/sign-in-links', { email: 'nobody@example.org' })).status).toBe(202);
  });
});

describe('the session cookie', () => {
  const begin = async () => {
    const account = await openAccount();
    const [, token] = /link=(\w+)/.exec((await sessionOf(account)).console_url) ?? [];
    const answer = await from(anyone).post('/sessions', { token });
    const cookie = answer.headers.get('set-cookie') ?? '';
    return { account, cookie, browser: anyone.with({ Cookie: cookie.split(';')[0] ?? '' }) };
  };

  it('is HttpOnly and SameSite=Strict, and Secure behind https', async () => {
    const { account, cookie, browser } = await begin();
    expect(cookie).toMatch(/^entrada_session=ent_session_\w+; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/);
    expect((await browser.get<Account>('/account')).data).toEqual(account);
    const secure = await startApp({ PUBLIC_URL: 'https://entrada.example' });
    const link = (await secure.operator.post<{ console_url: string }>(`/accounts/${account.id}/owner-sessions`)).data
      .console_url;
    const answer = await new HttpClient(`${secure.url}/admin/v1`, '').post('/sessions', {
      token: /link=(\w+)/.exec(link)?.[1],
    });
    expect(answer.headers.get('set-cookie')).toContain('; Secure;');
    await secure.close();
  });

  it('changes things only from pages of our own', async () => {
    const { browser } = await begin();
    const host = new URL(test.url).host;
    const body = { name: 'x', permissions: ['leads:read'] };
    for (const headers of [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const answer = await browser.with(headers as Record<string, string>).post('/api-keys', body);
      expect([headers, answer.status, answer.error.code]).toEqual([headers, 403, 'forbidden']);
    }
    expect((await browser.with({ Origin: `http://${host}` }).post('/api-keys', body)).status).toBe(201);
    expect((await browser.with({ 'Sec-Fetch-Site': 'same-origin' }).post('/api-keys', body)).status).toBe(201);
    expect((await browser.with({ Origin: `http://${host}` }).delete('/sessions/current')).status).toBe(204);
    expect((await browser.get('/account')).status).toBe(401);
  });

  it('is no operator, even with the operator token in it', async () => {
    const fake = anyone.with({ Cookie: `entrada_session=${OPERATOR_TOKEN}` });
    expect((await fake.get('/accounts')).status).toBe(401);
  });
});

describe('a change of owner', () => {
  it('revokes every key, ends every session and link, and gives the notices to the new owner', async () => {
    const partner = await test.partner('leads:read', 'pipeline:read');
    await partner.withKey('leads:write');
    const session = await sessionOf({ id: partner.accountId });
    const [, link] = /link=(\w+)/.exec(session.console_url) ?? [];
    const changed = await test.operator.put<Account>(`/accounts/${partner.accountId}/owner`, {
      name: 'Nova',
      email: 'nova@example.com',
    });
    expect([changed.status, changed.data.owner]).toEqual([200, { name: 'Nova', email: 'nova@example.com' }]);
    expect((await partner.api.get('/pipelines')).status).toBe(401);
    expect((await client(session.token).get('/account')).status).toBe(401);
    expect((await from(anyone).post('/sessions', { token: link })).status).toBe(401);
    const told = await test.sql(
      `select kind, recipient from outbox where account_id = $1 and kind = 'api_key.revoked'`,
      [partner.accountId],
    );
    expect(told).toEqual(Array(2).fill({ kind: 'api_key.revoked', recipient: 'nova@example.com' }));
    const keys = await partner.owner.get<{ revoked_at: string | null }[]>('/api-keys');
    expect(keys.data.every(({ revoked_at }) => revoked_at !== null)).toBe(true);
  });

  it('with the same e-mail changes the name only', async () => {
    const partner = await test.partner('pipeline:read');
    const { owner } = (await partner.owner.get<Account>('/account')).data;
    const session = await sessionOf({ id: partner.accountId });
    await test.operator.put(`/accounts/${partner.accountId}/owner`, {
      name: 'Outro nome',
      email: owner.email.toUpperCase(),
    });
    expect((await partner.api.get('/pipelines')).status).toBe(200);
    expect((await client(session.token).get<Account>('/account')).data.owner).toEqual({
      name: 'Outro nome',
      email: owner.email,
    });
    expect((await test.operator.put(`/accounts/nope/owner`, { name: 'x', email: 'x@example.com' })).status).toBe(404);
    expect((await test.operator.put(`/accounts/${partner.accountId}/owner`, { email: 'x' })).fields).toEqual([
      'email',
      'name',
    ]);
  });

  it('at the same moment as new keys leaves no active key of the old owner, in 20 rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const partner = await test.partner('leads:read');
      const { token } = await sessionOf({ id: partner.accountId });
      const create = () => client(token).post('/api-keys', { name: 'corrida', permissions: ['leads:read'] });
      const change = () =>
        test.operator.put(`/accounts/${partner.accountId}/owner`, { name: 'N', email: `n${round}@example.com` });
      const answers = await Promise.all([create(), create(), change(), create(), create()]);
      for (const { status } of answers) expect([200, 201, 401]).toContain(status);
      expect(
        await test.sql('select id from api_keys where account_id = $1 and revoked_at is null', [partner.accountId]),
      ).toEqual([]);
    }
  });
});

describe('keys', () => {
  it('30 at once: exactly five succeed, in 20 rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await openAccount();
      const owner = test.operator.with({ 'X-Account-Id': id });
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => owner.post('/api-keys', { name: 'k', permissions: ['leads:read'] })),
      );
      const statuses = answers.map(({ status }) => status);
      expect([
        statuses.filter((status) => status === 201).length,
        statuses.filter((status) => status === 409).length,
      ]).toEqual([5, 25]);
      const active = await test.sql(
        'select slot from api_keys where account_id = $1 and revoked_at is null order by slot',
        [id],
      );
      expect(active).toEqual([1, 2, 3, 4, 5].map((slot) => ({ slot })));
    }
  });

  it('a revoked one makes room; revoking again gives the same answer and no second notice', async () => {
    const partner = await test.partner('leads:read');
    const first = await partner.owner.delete<{ revoked_at: string }>(`/api-keys/${partner.keyId}`);
    expect(first.data.revoked_at).toEqual(expect.any(String));
    const again = await Promise.all([1, 2, 3].map(() => partner.owner.delete(`/api-keys/${partner.keyId}`)));
    for (const { data } of again) expect(data).toEqual(first.data);
    expect((await partner.owner.get<unknown[]>('/notifications')).data).toHaveLength(2);
    expect((await partner.owner.delete('/api-keys/nope')).status).toBe(404);
  });

  it('a revocation holds on every instance for the next request, over 50 rounds under load', async () => {
    const other = await startApp();
    const partner = await test.partner('pipeline:read');
    for (let round = 0; round < 50; round++) {
      const { id, key } = (
        await partner.owner.post<{ id: string; key: string }>('/api-keys', {
          name: 'r',
          permissions: ['pipeline:read'],
        })
      ).data;
      const api = new HttpClient(`${other.url}/api/v1`, key);
      const load = Promise.all(Array.from({ length: 4 }, () => api.get('/pipelines')));
      await partner.owner.delete(`/api-keys/${id}`);
      expect((await api.get('/pipelines')).status).toBe(401);
      await load;
    }
    await other.close();
  });

  it('show when they were last used, written at most once a minute', async () => {
    const partner = await test.partner('pipeline:read');
    const lastUse = async () =>
      (await partner.owner.get<{ last_used_at: string | null }[]>('/api-keys')).data[0]?.last_used_at;
    expect(await lastUse()).toBeNull();
    await partner.api.get('/pipelines');
    let used: string | null | undefined = null;
    while (!used) used = await lastUse();
    expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(60_000);
    const versions = () => test.sql('select xmin::text from api_key_uses where key_id = $1', [partner.keyId]);
    const before = await versions();
    const other = await startApp();
    for (let i = 0; i < 5; i++) {
      await partner.api.get('/pipelines');
      await new HttpClient(`${other.url}/api/v1`, partner.key).get('/pipelines');
    }
    expect(await versions()).toEqual(before);
    const revoked = await partner.owner.delete<{ last_used_at: string }>(`/api-keys/${partner.keyId}`);
    expect(revoked.data.last_used_at).toBe(used);
    await other.close();
  });
});

describe('notifications', () => {
  it('are listed newest first, page by page, and read once', async () => {
    const partner = await test.partner('leads:read');
    for (let i = 0; i < 3; i++) await partner.withKey('leads:read');
    const page = await partner.owner.get<{ id: string; read_at: string | null }[]>('/notifications?limit=3');
    expect(Object.keys(page.data[0] ?? {})).toEqual(['id', 'type', 'message', 'created_at', 'read_at']);
    const rest = await partner.owner.get<{ id: string }[]>(`/notifications?limit=3&cursor=${page.body.next_cursor}`);
    expect([page.data.length, rest.data.length, rest.body.next_cursor]).toEqual([3, 1, null]);
    const id = page.data[0]?.id;
    const read = await partner.owner.post<{ read_at: string }>(`/notifications/${id}/read`);
    expect(read.data.read_at).toEqual(expect.any(String));
    expect((await partner.owner.post(`/notifications/${id}/read`)).data).toEqual(read.data);
    const other = await test.partner('leads:read');
    expect((await other.owner.post(`/notifications/${id}/read`)).status).toBe(404);
    expect((await other.owner.get(`/notifications?cursor=${page.body.next_cursor}`)).fields).toEqual(['cursor']);
  });
});

describe('every route', () => {
  const ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
  const OPERATOR: [string, string][] = [
    ['POST', '/accounts'],
    ['GET', '/accounts'],
    ['GET', `/accounts/${ID}`],
    ['PATCH', `/accounts/${ID}`],
    ['PUT', `/accounts/${ID}/owner`],
    ['POST', `/accounts/${ID}/owner-sessions`],
    ['POST', `/accounts/${ID}/conversations`],
    ['POST', `/accounts/${ID}/leads`],
    ['PATCH', `/accounts/${ID}/leads/${ID}`],
    ['PUT', `/accounts/${ID}/deals/${ID}/stage`],
    ['POST', `/accounts/${ID}/appointments`],
    ['PATCH', `/accounts/${ID}/appointments/${ID}`],
    ['GET', '/outbox'],
    ['POST', `/outbox/${ID}/retry`],
  ];
  const OWNER: [string, string][] = [
    ['GET', '/sessions'],
    ['DELETE', '/sessions/current'],
    ['DELETE', `/sessions/${ID}`],
    ['DELETE', '/sessions'],
    ['GET', '/my-accounts'],
    ['POST', `/my-accounts/${ID}/switch`],
    ['GET', '/account'],
    ['GET', '/api-keys'],
    ['POST', '/api-keys'],
    ['DELETE', `/api-keys/${ID}`],
    ['GET', '/notifications'],
    ['POST', `/notifications/${ID}/read`],
    ['GET', '/metrics'],
    ['POST', '/people/lookup'],
    ['POST', '/imports'],
    ['GET', '/imports'],
    ['GET', `/imports/${ID}`],
  ];

  let partner: Partner;
  let credentials: Record<string, HttpClient>;

  beforeAll(async () => {
    partner = await test.partner('leads:read', 'leads:write', 'pipeline:read', 'pipeline:write', 'metrics:read');
    const ended = await sessionOf({ id: partner.accountId });
    await client(ended.token).delete('/sessions/current');
    const [, link] = /link=(\w+)/.exec((await sessionOf({ id: partner.accountId })).console_url) ?? [];
    credentials = {
      nobody: anyone,
      'a partner key': client(partner.key),
      'a made-up token': client('x'.repeat(40)),
      'an ended session': client(ended.token),
      'a link': client(link ?? ''),
      'the operator token, one character off': client(`${OPERATOR_TOKEN.slice(0, -1)}X`),
    };
  });

  const send = (from: HttpClient, [method, path]: [string, string]) =>
    from.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : '{');

  it.each([...OPERATOR, ...OWNER])(
    '%s %s is unauthorized for whoever has no right credential',
    async (method, path) => {
      for (const [name, caller] of Object.entries(credentials)) {
        const answer = await send(from(caller).with({ 'X-Account-Id': partner.accountId }), [method, path]);
        expect([name, answer.status, answer.error.code]).toEqual([name, 401, 'unauthorized']);
      }
    },
  );

  it.each(OPERATOR)('%s %s is forbidden for an owner and open for the operator', async (method, path) => {
    const { token } = await sessionOf({ id: partner.accountId });
    expect((await send(client(token), [method, path])).error.code).toBe('forbidden');
    expect([401, 403]).not.toContain((await send(test.operator, [method, path])).status);
  });

  it.each(OWNER)(
    '%s %s is open for the owner, whose account no header changes, and for the operator with X-Account-Id',
    async (method, path) => {
      const { token } = await sessionOf({ id: partner.accountId });
      const other = await openAccount();
      expect([401, 403]).not.toContain(
        (await send(client(token).with({ 'X-Account-Id': other.id }), [method, path])).status,
      );
      const unnamed = await send(test.operator, [method, path]);
      expect([unnamed.status, unnamed.fields]).toEqual([422, ['X-Account-Id']]);
      expect((await send(test.operator.with({ 'X-Account-Id': 'nope' }), [method, path])).status).toBe(404);
      expect([401, 403]).not.toContain(
        (await send(test.operator.with({ 'X-Account-Id': other.id }), [method, path])).status,
      );
    },
  );

  it('the header names no other account for an owner', async () => {
    const { token } = await sessionOf({ id: partner.accountId });
    const other = await openAccount();
    expect((await client(token).with({ 'X-Account-Id': other.id }).get<Account>('/account')).data.id).toBe(
      partner.accountId,
    );
  });
});
