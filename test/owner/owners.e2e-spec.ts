import { randomUUID } from 'node:crypto';
import { ExpiredSecretsJob } from '../../src/auth/sessions/expired-secrets.job';
import { newAccount, startApp } from '../support/app';
import { HttpClient } from '../support/http-client';
import { shortOrLong } from '../support/long';
import { MailServer } from '../support/mail-server';
import { mailedOwners } from '../support/mailed-owners';
import type { Begun, OwnedAccount } from '../support/owner-calls';
import { patientCallers } from '../support/patient-callers';

patientCallers();
const { test, mails, as, anyone, begin, openAccount, sendMails, mailedToken } = mailedOwners();

describe('a session', () => {
  it('begins with the operator, lasts 12 hours, is kept as a hash, and ends when its owner says so', async () => {
    const account = await openAccount();
    const session = await begin(account);
    const { token, expires_at } = session;
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(11.9 * 3_600_000);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(12.1 * 3_600_000);
    const rows = await test.sql<{ row: string }>('select s::text as row from sessions s where account_id = $1', [
      account.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token.slice(-40));
    expect((await as(session).get<OwnedAccount>('/account')).data).toEqual({
      ...account,
      site_domains: [],
      sellers_see: 'all',
      sellers_export: false,
      loss_reasons: [],
      message_templates: [],
      idle_days: 7,
    });
    expect((await as(session).delete('/sessions/current')).status).toBe(204);
    expect((await as(session).get('/account')).error.code).toBe('unauthorized');
  });

  it('has ended when it has expired, and is deleted', async () => {
    const account = await openAccount();
    const session = await begin(account);
    await test.sql(`update sessions set expires_at = now() - interval '1 hour' where account_id = $1`, [account.id]);
    expect((await as(session).get('/account')).error.code).toBe('unauthorized');
    await test.app.get(ExpiredSecretsJob).run();
    expect(await test.sql('select 1 from sessions where account_id = $1', [account.id])).toEqual([]);
  });

  it('that the operator begins can open in the console by a link, once', async () => {
    const account = await openAccount();
    const { console_url: url } = await begin(account);
    const [, token] = /^http:\/\/127\.0\.0\.1:3000\/console#link=(\w+)$/.exec(url) ?? [];
    const begun = await anyone().post<Begun>('/sessions', { token });
    expect(begun.status).toBe(201);
    expect((await as(begun.data).get<OwnedAccount>('/account')).data.id).toBe(account.id);
    expect((await anyone().post('/sessions', { token })).error.code).toBe('unauthorized');
  });
});

describe('a sign-in link', () => {
  it('comes by mail and opens one session, once, however many try at the same moment', async () => {
    const { owner } = await openAccount();
    const asked = await anyone().post('/sign-in-links', { email: ` ${owner.email.toUpperCase()} ` });
    expect([asked.status, asked.text]).toEqual([202, '{"data":{"received":true,"sends_mail":true}}']);
    const token = await mailedToken(owner.email);
    const tries = await Promise.all(Array.from({ length: 10 }, () => anyone().post('/sessions', { token })));
    expect(tries.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(401)]);
  });

  it('comes with one for each account of the owner in one mail, and opens the account that it names', async () => {
    const email = `duas-${randomUUID()}@example.com`;
    const open = async (name: string) =>
      (await test.operator.post<OwnedAccount>('/accounts', newAccount({ name, owner: { name: 'Dona', email } }))).data;
    const accounts = { Padaria: await open('Padaria'), Oficina: await open('Oficina') };
    await anyone().post('/sign-in-links', { email });
    await sendMails();
    const texts = mails.filter(({ to }) => to === email).map((mail) => MailServer.text(mail));
    expect(texts).toHaveLength(1);
    for (const [name, { id }] of Object.entries(accounts)) {
      const [, token] = new RegExp(`${name}:\\s+\\S+#link=(\\w+)`).exec(texts[0] ?? '') ?? [];
      const begun = await anyone().post<Begun>('/sessions', { token });
      expect((await as(begun.data).get<OwnedAccount>('/account')).data.id).toBe(id);
    }
  });

  it('gets the same answer for strangers, who get no mail', async () => {
    const before = mails.length;
    const asked = await anyone().post('/sign-in-links', { email: 'nobody@example.org' });
    expect([asked.status, asked.text]).toEqual([202, '{"data":{"received":true,"sends_mail":true}}']);
    expect(await mailedToken('nobody@example.org')).toBe('');
    expect(mails.length).toBe(before);
    expect((await anyone().post('/sign-in-links', { email: 'x' })).fields).toEqual(['email']);
  });

  it('is in no table, and expires after 15 minutes', async () => {
    const { id, owner } = await openAccount();
    await anyone().post('/sign-in-links', { email: owner.email });
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
    expect((await anyone().post('/sessions', { token })).error.code).toBe('unauthorized');
  });

  it('is asked for 20 times an hour from one address, and a session tried 10 times a minute; then 429', async () => {
    const one = anyone('10.9.9.9');
    const links = await Promise.all(
      Array.from({ length: 22 }, () => one.post('/sign-in-links', { email: 'nobody@example.org' })),
    );
    expect(links.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(202), 429, 429]);
    const refused = links.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const sessions = await Promise.all(Array.from({ length: 12 }, () => one.post('/sessions', { token: 'x' })));
    expect(sessions.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect((await anyone().post('/sign-in-links', { email: 'nobody@example.org' })).status).toBe(202);
  });
});

describe('keys', () => {
  it('many at once: exactly five succeed', async () => {
    for (let round = 0; round < shortOrLong(1, 20); round++) {
      const { id } = await openAccount();
      const owner = test.operator.with({ 'X-Account-Id': id });
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => owner.post('/api-keys', { name: 'k', permissions: ['leads:read'] })),
      );
      const statuses = answers.map(({ status }) => status);
      expect([
        statuses.filter((status) => status === 201).length,
        statuses.filter((status) => status === 409).length,
      ]).toEqual([5, 7]);
      const active = await test.sql(
        'select slot from api_keys where account_id = $1 and revoked_at is null order by slot',
        [id],
      );
      expect(active).toEqual([1, 2, 3, 4, 5].map((slot) => ({ slot })));
    }
  });

  it('a revoked one makes room; revoking again gives the same answer and no second notification', async () => {
    const partner = await test.partner('leads:read');
    const first = await partner.owner.delete<{ revoked_at: string }>(`/api-keys/${partner.keyId}`);
    expect(first.data.revoked_at).toEqual(expect.any(String));
    const again = await Promise.all([1, 2, 3].map(() => partner.owner.delete(`/api-keys/${partner.keyId}`)));
    for (const { data } of again) expect(data).toEqual(first.data);
    expect((await partner.owner.get<unknown[]>('/notifications')).data).toHaveLength(2);
    expect((await partner.owner.delete('/api-keys/nope')).status).toBe(404);
  });

  it('a revocation applies to the next request on every instance, round after round under load', async () => {
    const other = await startApp();
    const partner = await test.partner('pipeline:read');
    for (let round = 0; round < shortOrLong(3, 50); round++) {
      const asked = { name: 'r', permissions: ['pipeline:read'] };
      const { id, key } = (await partner.owner.post<{ id: string; key: string }>('/api-keys', asked)).data;
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
