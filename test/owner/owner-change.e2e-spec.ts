import { shortOrLong } from '../support/long';
import { mailedOwners } from '../support/mailed-owners';
import type { Begun, OwnedAccount } from '../support/owner-calls';

const { test, mails, as, anyone, begin, changeOwner, openAccount, mailedToken } = mailedOwners();

describe('a change of owner', () => {
  it('revokes every key, ends every session and link, and sends the mails to the new owner', async () => {
    const partner = await test.partner('leads:read', 'pipeline:read');
    await partner.withKey('leads:write');
    const session = await begin({ id: partner.accountId });
    const [, link] = /link=(\w+)/.exec(session.console_url) ?? [];
    const changed = await partner.staff.put<OwnedAccount>('/owner', { name: 'Nova', email: 'nova@example.com' });
    expect([changed.status, changed.data.owner]).toEqual([200, { name: 'Nova', email: 'nova@example.com' }]);
    expect((await partner.api.get('/pipelines')).status).toBe(401);
    expect((await as(session).get('/account')).status).toBe(401);
    expect((await anyone().post('/sessions', { token: link })).status).toBe(401);
    const told = await partner.sql(
      `select kind, recipient from outbox where account_id = $1 and kind = 'api_key.revoked'`,
    );
    expect(told).toEqual(Array(2).fill({ kind: 'api_key.revoked', recipient: 'nova@example.com' }));
    const keys = await partner.owner.get<{ revoked_at: string | null }[]>('/api-keys');
    expect(keys.data.every(({ revoked_at }) => revoked_at !== null)).toBe(true);
  });

  it('lets the new owner ask for a link and come in, and the old one no longer', async () => {
    const account = await openAccount();
    const email = `nova-${account.owner.email}`;
    const ask = (whose: string) => anyone().post('/sign-in-links', { email: whose });
    await ask(account.owner.email);
    expect(await mailedToken(account.owner.email)).toMatch(/^ent_link_/);
    await changeOwner(account, email);
    mails.length = 0;
    for (const whose of [account.owner.email, email]) expect((await ask(whose)).status).toBe(202);
    expect(await mailedToken(account.owner.email)).toBe('');
    const token = await mailedToken(email);
    const begun = await anyone().post<Begun>('/sessions', { token });
    expect((await as(begun.data).get<OwnedAccount>('/account')).data.id).toBe(account.id);
  });

  it('does not change keys that were revoked before, and sends nothing about them', async () => {
    const partner = await test.partner('leads:read');
    const revoked = (await partner.owner.delete<{ id: string; revoked_at: string }>(`/api-keys/${partner.keyId}`)).data;
    await partner.withKey('leads:write');
    const changed = { name: 'Nova', email: `nova-${partner.accountId}@example.com` };
    expect((await partner.staff.put('/owner', changed)).status).toBe(200);
    const keys = (await partner.owner.get<{ id: string; revoked_at: string }[]>('/api-keys')).data;
    expect(keys.find(({ id }) => id === revoked.id)).toEqual(revoked);
    const other = keys.find(({ id }) => id !== revoked.id);
    expect(Date.parse(other?.revoked_at ?? '')).toBeGreaterThan(Date.parse(revoked.revoked_at));
    const told = await partner.sql(`select from outbox where account_id = $1 and recipient = $2`, changed.email);
    expect(told).toHaveLength(1);
  });

  it('beside revocations of the keys: each key is revoked once, and told of once', async () => {
    for (let round = 0; round < shortOrLong(2, 5); round++) {
      const partner = await test.partner('leads:read');
      await partner.withKey('leads:write');
      const keys = (await partner.owner.get<{ id: string }[]>('/api-keys')).data;
      const revoke = () => keys.map(({ id }) => partner.owner.delete(`/api-keys/${id}`));
      const owner = { name: 'Nova', email: `nova-${partner.accountId}@example.com` };
      const answers = await Promise.all([...revoke(), partner.staff.put('/owner', owner), ...revoke()]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const ids = keys.map(({ id }) => id).sort();
      const told = await partner.sql<{ id: string }>(
        `select subject_id::text as id from notifications where account_id = $1 and type = 'api_key.revoked' order by 1`,
      );
      expect(told.map(({ id }) => id)).toEqual(ids);
      const recorded = await partner.sql<{ id: string }>(
        `select subject_id::text as id from audit_entries where account_id = $1 and action = 'api_key.revoked' order by 1`,
      );
      expect(recorded.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('with the same e-mail changes the name only', async () => {
    const partner = await test.partner('pipeline:read');
    const { owner } = (await partner.owner.get<OwnedAccount>('/account')).data;
    const session = await begin({ id: partner.accountId });
    await partner.staff.put('/owner', { name: 'Outro nome', email: owner.email.toUpperCase() });
    expect((await partner.api.get('/pipelines')).status).toBe(200);
    const renamed = (await as(session).get<OwnedAccount>('/account')).data.owner;
    expect(renamed).toEqual({ name: 'Outro nome', email: owner.email });
    expect((await test.operator.put(`/accounts/nope/owner`, { name: 'x', email: 'x@example.com' })).status).toBe(404);
    expect((await partner.staff.put('/owner', { email: 'x' })).fields).toEqual(['email', 'name']);
  });

  it('at the same moment as new keys leaves no active key of the old owner', async () => {
    for (let round = 0; round < shortOrLong(4, 20); round++) {
      const partner = await test.partner('leads:read');
      const owner = as(await begin({ id: partner.accountId }));
      const create = () => owner.post('/api-keys', { name: 'corrida', permissions: ['leads:read'] });
      const change = () => partner.staff.put('/owner', { name: 'N', email: `n${round}@example.com` });
      const answers = await Promise.all([create(), create(), change(), create(), create()]);
      for (const { status } of answers) expect([200, 201, 401]).toContain(status);
      expect(await partner.sql('select id from api_keys where account_id = $1 and revoked_at is null')).toEqual([]);
    }
  });
});
