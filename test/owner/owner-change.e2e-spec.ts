import { OutboxWorker } from '../../src/notices/outbox.worker';
import { SignInRequestsService } from '../../src/auth/sign-in-requests.service';
import { newAccount, startApp, type TestApp } from '../support/app';
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

  it('lets the new owner ask for a link and come in, and the old one no longer', async () => {
    const account = await openAccount();
    const email = `nova-${account.owner.email}`;
    const ask = (whose: string) => from(anyone).post('/sign-in-links', { email: whose });
    await ask(account.owner.email);
    expect(await mailedToken(account.owner.email)).toMatch(/^ent_link_/);
    await test.operator.put(`/accounts/${account.id}/owner`, { name: 'Nova', email });
    mails.mails.length = 0;
    for (const whose of [account.owner.email, email]) expect((await ask(whose)).status).toBe(202);
    expect(await mailedToken(account.owner.email)).toBe('');
    const token = await mailedToken(email);
    const begun = await from(anyone).post<Session>('/sessions', { token });
    expect((await client(begun.data.token).get<Account>('/account')).data.id).toBe(account.id);
  });

  it('leaves keys that were revoked before as they were, and tells nobody of them', async () => {
    const partner = await test.partner('leads:read');
    const revoked = (await partner.owner.delete<{ id: string; revoked_at: string }>(`/api-keys/${partner.keyId}`)).data;
    await partner.withKey('leads:write');
    const changed = { name: 'Nova', email: `nova-${partner.accountId}@example.com` };
    expect((await test.operator.put(`/accounts/${partner.accountId}/owner`, changed)).status).toBe(200);
    const keys = (await partner.owner.get<{ id: string; revoked_at: string }[]>('/api-keys')).data;
    expect(keys.find(({ id }) => id === revoked.id)).toEqual(revoked);
    const other = keys.find(({ id }) => id !== revoked.id);
    expect(Date.parse(other?.revoked_at ?? '')).toBeGreaterThan(Date.parse(revoked.revoked_at));
    const told = await test.sql(`select from outbox where account_id = $1 and recipient = $2`, [
      partner.accountId,
      changed.email,
    ]);
    expect(told).toHaveLength(1);
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
