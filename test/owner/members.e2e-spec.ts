import { randomUUID } from 'node:crypto';
import type { Me, MemberView } from '../../src/contract/members/member';
import { MAX_ACTIVE_MEMBERS } from '../../src/contract/limits';
import { RANDOM_ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { shortOrLong } from '../support/long';
import { MailServer } from '../support/mail-server';
import { mailedOwners } from '../support/mailed-owners';
import { memberCalls } from '../support/member-calls';
import { forAllTests } from '../support/setup';

const { test, mails, sendMails, mailedToken, anyone, as } = mailedOwners();
const { invite, join, ownerOf, begin } = memberCalls(test);
const partner = forAllTests(() => test.partner());

const DAY_MS = 86_400_000;
const ANY_TEXT = expect.any(String) as string;
const me = async (api: HttpClient) => (await api.get<Me>('/me')).data;
const listOf = async (api: HttpClient) => (await api.get<MemberView[]>('/members')).data;
const uniqueEmail = () => `${randomUUID()}@example.com`;

describe('an invitation', () => {
  it('mails a link for seven days, by which the member signs in under their own name', async () => {
    const email = uniqueEmail();
    const invited = await partner.owner.post<MemberView>('/members', { name: ' Bruno Lima ', email, role: 'seller' });
    expect(invited.status).toBe(201);
    expect(invited.data).toEqual({
      id: ANY_TEXT,
      name: 'Bruno Lima',
      email,
      role: 'seller',
      active: true,
      away_until: null,
      created_at: ANY_TEXT,
      last_seen_at: null,
      invitation: { state: 'pending', at: ANY_TEXT },
    });
    const token = await mailedToken(email);
    expect(token).toMatch(/^ent_link_/);
    const mail = mails.findLast(({ to }) => to === email);
    expect(mail && MailServer.text(mail)).toContain('equipe da conta Conta de teste, como vendedor(a).');
    const [link] = await partner.sql<{ days: number }>(
      `select extract(epoch from expires_at - created_at) / 86400 as days from sign_in_links where account_id = $1 and member_id = $2`,
      invited.data.id,
    );
    expect(Number(link?.days)).toBe(7);
    const begun = await anyone().post<{ token: string }>('/sessions', { token });
    expect(begun.data.token).toMatch(/^ent_session_/);
    const api = as(begun.data);
    expect(await me(api)).toEqual({
      member: { id: invited.data.id, name: 'Bruno Lima', email, role: 'seller' },
      account: { id: partner.accountId, name: 'Conta de teste' },
      may: ['account', 'leads', 'metrics'],
    });
    const listed = (await listOf(partner.owner)).find(({ id }) => id === invited.data.id);
    expect(listed?.last_seen_at).toEqual(expect.any(String));
  });

  it('of an active address is refused, of a former member it makes that member active again', async () => {
    const member = await join(partner, 'seller');
    const again = () =>
      partner.owner.post<MemberView>('/members', { name: 'Bia', email: member.address, role: 'manager' });
    expect((await again()).error.code).toBe('conflict');
    expect((await partner.owner.patch<MemberView>(`/members/${member.id}`, { active: false })).data.active).toBe(false);
    expect((await member.api.get('/me')).status).toBe(401);
    const back = await again();
    expect([back.status, back.data]).toEqual([
      201,
      expect.objectContaining({ id: member.id, name: 'Bia', role: 'manager', active: true }),
    ]);
    expect((await member.api.get('/me')).status).toBe(401);
  });

  it('of a former manager is not a manager’s to send', async () => {
    const former = await join(partner, 'manager');
    await partner.owner.patch(`/members/${former.id}`, { active: false });
    const manager = await join(partner, 'manager');
    const answer = await manager.api.post('/members', { name: 'Bobo', email: former.address, role: 'seller' });
    expect(answer.status).toBe(403);
    const listed = (await listOf(partner.owner)).find(({ id }) => id === former.id);
    expect(listed).toMatchObject({ role: 'manager', active: false, name: former.name });
  });

  it('of the owner’s address is refused too', async () => {
    const [owner] = (await listOf(partner.owner)).filter(({ role }) => role === 'owner');
    const answer = await partner.owner.post('/members', { name: 'x', email: owner?.email, role: 'seller' });
    expect(answer.error.code).toBe('conflict');
  });

  it('names every bad field, and gives no role of an owner', async () => {
    const answer = await partner.owner.post('/members', { name: '', email: 'x', role: 'owner', more: 1 });
    expect([answer.status, answer.fields.sort()]).toEqual([422, ['email', 'more', 'name', 'role']]);
  });

  it('of more than there is room for, at once, leaves fifty active members', async () => {
    const other = await test.partner();
    // With the owner, two places are left.
    await other.sql(
      `insert into members (account_id, id, role, email, email_key, active, created_at)
       select $1, gen_random_uuid(), 'seller', n || '@example.com', n || '@example.com', true, now() from generate_series(1, $2::int) n`,
      MAX_ACTIVE_MEMBERS - 3,
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        other.owner.post('/members', { name: `P${n}`, email: uniqueEmail(), role: 'seller' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });

  it('is refused after a hundred in an hour, however many of them still are members', async () => {
    const other = await test.partner();
    await other.sql(
      `insert into audit_entries (account_id, id, at, actor_type, action)
       select $1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || substr(md5(n::text), 1, 20))::uuid, now(), 'owner', 'member.invited'
       from generate_series(1, 99) n`,
    );
    await invite(other.owner, 'seller');
    const answer = await other.owner.post('/members', { name: 'x', email: uniqueEmail(), role: 'seller' });
    expect([answer.error.code, answer.error.message]).toEqual(['conflict', expect.stringContaining('convites')]);
  });

  it('of a new address is refused in an account that had a thousand members, of a former one not', async () => {
    const old = await test.partner();
    await old.sql(
      `insert into members (account_id, id, role, email, email_key, active, created_at)
       select $1, gen_random_uuid(), 'seller', n || '@example.com', n || '@example.com', false, now() from generate_series(1, 999) n`,
    );
    const statusOf = async (email: string) =>
      (await old.owner.post('/members', { name: 'Bia', email, role: 'seller' })).status;
    expect([await statusOf('nova@example.com'), await statusOf('7@example.com')]).toEqual([409, 201]);
  });

  it('of one address by many at once makes one member', async () => {
    const email = uniqueEmail();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => partner.owner.post('/members', { name: 'x', email, role: 'seller' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(5).fill(409)]);
  });
});

describe('a session', () => {
  it('lasts 30 days when it is remembered, shows its device, and a switch keeps both', async () => {
    const address = uniqueEmail();
    const other = await test.partner();
    const member = await invite(partner.owner, 'manager', 'Clara', address);
    await invite(other.owner, 'seller', 'Clara', address);
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    await anyone().post('/sign-in-links', { email: address.toUpperCase() });
    await sendMails();
    const texts = mails.filter(({ to }) => to === address).map((mail) => MailServer.text(mail));
    const text = texts.find((one) => one.includes('Cada um abre uma conta')) ?? '';
    const links = [...new Set([...text.matchAll(/#link=(\w+)/g)].map(([, token]) => token))];
    expect(links).toHaveLength(2);
    const begun = await anyone()
      .with({ 'User-Agent': chrome })
      .post<{ token: string; expires_at: string }>('/sessions', { token: links[0], remember: true });
    expect(Math.round((Date.parse(begun.data.expires_at) - Date.now()) / DAY_MS)).toBe(30);
    const api = as(begun.data);
    const accounts = (await api.get<{ id: string; current: boolean }[]>('/my-accounts')).data;
    expect(accounts.map(({ id }) => id).sort()).toEqual([partner.accountId, other.accountId].sort());
    const elsewhere = accounts.find(({ current }) => !current);
    const switched = await api.post<{ token: string; expires_at: string }>(`/my-accounts/${elsewhere?.id}/switch`);
    expect(switched.data.expires_at).toBe(begun.data.expires_at);
    const listed = (await as(switched.data).get<object[]>('/sessions')).data;
    expect(listed).toEqual([expect.objectContaining({ device: 'Chrome no Windows', remembered: true, current: true })]);
    expect((await as(switched.data).post(`/my-accounts/${RANDOM_ID}/switch`)).status).toBe(404);
    expect((await api.get('/me')).status).toBe(401);
    expect(member.role).toBe('manager');
  });

  it('is seen and ended by its member and by the owner, and by nobody else', async () => {
    const [one, two] = [await join(partner, 'manager'), await join(partner, 'seller')];
    const owner = await ownerOf(partner);
    const idOf = async (api: HttpClient) =>
      (await api.get<{ id: string; current: boolean }[]>('/sessions')).data.find(({ current }) => current)?.id;
    const seen = async (api: HttpClient) =>
      (await api.get<{ member: { id: string } }[]>('/sessions')).data.map(({ member }) => member.id);
    expect(new Set(await seen(one.api))).toEqual(new Set([one.id]));
    expect(await seen(owner)).toEqual(expect.arrayContaining([one.id, two.id]));
    const session = await idOf(two.api);
    expect((await one.api.delete(`/sessions/${session}`)).status).toBe(404);
    expect((await one.api.delete('/sessions')).status).toBe(204);
    expect((await two.api.get('/me')).status).toBe(200);
    expect((await owner.delete(`/sessions/${session}`)).status).toBe(204);
    expect((await two.api.get('/me')).status).toBe(401);
    expect((await owner.delete('/sessions')).status).toBe(204);
    expect((await one.api.get('/me')).status).toBe(401);
    expect((await owner.get('/me')).status).toBe(200);
  });

  it('of a remembered member goes on after two hours without use, and ends after 30 days', async () => {
    const member = await invite(partner.owner, 'seller');
    const kept = await begin(partner.accountId, member.id, { remember: true });
    const short = await begin(partner.accountId, member.id);
    await partner.sql(
      `update sessions set last_used_at = now() - interval '3 hours' where account_id = $1 and member_id = $2`,
      member.id,
    );
    expect((await kept.api.get('/me')).status).toBe(200);
    expect((await short.api.get('/me')).status).toBe(401);
    await partner.sql(`update sessions set expires_at = now() where account_id = $1 and member_id = $2`, member.id);
    expect((await kept.api.get('/me')).status).toBe(401);
  });
});

describe('a change of a member', () => {
  it('sets name, role and absence, and oneself may set name and absence', async () => {
    const member = await join(partner, 'seller');
    const path = `/members/${member.id}`;
    const own = await member.api.patch<MemberView>(path, { name: 'Beto', away_until: '2030-01-02' });
    expect(own.data).toMatchObject({ name: 'Beto', away_until: '2030-01-02' });
    expect((await listOf(partner.owner)).find(({ id }) => id === member.id)?.away_until).toBe('2030-01-02');
    expect((await partner.owner.patch<MemberView>(path, { name: 'Beto' })).data.away_until).toBe('2030-01-02');
    expect((await member.api.patch(path, { role: 'manager' })).error.code).toBe('forbidden');
    const raised = await partner.owner.patch<MemberView>(path, { role: 'manager', away_until: null });
    expect(raised.data).toMatchObject({ name: 'Beto', role: 'manager', away_until: null });
    expect((await me(member.api)).may).toContain('imports');
  });

  it('of the owner’s role or activity is a conflict; the owner’s name is the account’s', async () => {
    const other = await test.partner();
    const owner = await ownerOf(other);
    const { member } = await me(owner);
    for (const change of [{ role: 'manager' }, { active: false }])
      expect((await owner.patch(`/members/${member?.id}`, change)).error.code).toBe('conflict');
    expect((await owner.patch<MemberView>(`/members/${member?.id}`, { name: 'Dona Ana' })).data.name).toBe('Dona Ana');
    expect((await owner.get<{ owner: { name: string } }>('/account')).data.owner.name).toBe('Dona Ana');
    expect((await me(owner)).member?.name).toBe('Dona Ana');
  });

  it('names a bad hand_over_to, and an unknown member is 404', async () => {
    const member = await join(partner, 'seller');
    const end = (to: unknown) => partner.owner.patch(`/members/${member.id}`, { active: false, hand_over_to: to });
    for (const to of [RANDOM_ID, 'x', member.id]) expect((await end(to)).fields).toEqual(['hand_over_to']);
    expect((await partner.owner.patch(`/members/${member.id}`, { hand_over_to: null, name: 'x' })).status).toBe(200);
    expect((await partner.owner.patch(`/members/${member.id}`, { hand_over_to: member.id })).fields).toEqual([
      'hand_over_to',
    ]);
    expect((await partner.owner.patch(`/members/${RANDOM_ID}`, { name: 'x' })).error.code).toBe('not_found');
    const stranger = await test.partner();
    expect((await stranger.owner.patch(`/members/${member.id}`, { name: 'x' })).error.code).toBe('not_found');
  });

  it('shows sellers only names, roles and who is active of others', async () => {
    const member = await join(partner, 'seller');
    for (const other of await listOf(member.api)) {
      const fields = ['id', 'name', 'role', 'active'];
      if (other.id === member.id) expect(Object.keys(other)).toEqual(expect.arrayContaining(['email', ...fields]));
      else expect(Object.keys(other)).toEqual(fields);
    }
  });
});

describe('a change of owner', () => {
  it('ends every session, ends the former owner’s membership, and promotes a member', async () => {
    const other = await test.partner();
    const former = (await listOf(other.owner))[0] as MemberView;
    const next = await join(other, 'seller', 'Nina');
    await test.operator.put(`/accounts/${other.accountId}/owner`, { name: 'Nina Reis', email: next.address });
    expect((await next.api.get('/me')).status).toBe(401);
    const members = await listOf(other.owner);
    expect(members.map(({ id, role, active }) => ({ id, role, active }))).toEqual([
      { id: former.id, role: 'manager', active: false },
      { id: next.id, role: 'owner', active: true },
    ]);
    expect(members[1]?.name).toBe('Nina Reis');
    const owner = await ownerOf(other);
    expect((await me(owner)).member).toMatchObject({ id: next.id, role: 'owner' });
    await anyone().post('/sign-in-links', { email: former.email });
    expect(await mailedToken(former.email ?? '')).toBe('');
  });

  it('and invitations of the same address at once leave one member with it', async () => {
    for (let round = 0; round < shortOrLong(3, 10); round++) {
      const other = await test.partner();
      const email = uniqueEmail();
      await Promise.all([
        test.operator.put(`/accounts/${other.accountId}/owner`, { name: 'Nova', email }),
        other.owner.post('/members', { name: 'x', email, role: 'seller' }),
      ]);
      const members = await listOf(other.owner);
      expect(members.filter((member) => member.email === email)).toEqual([
        expect.objectContaining({ role: 'owner', active: true }),
      ]);
      expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
    }
  });
});
