import type { AuditEntry } from '../../src/contract/audit';
import type { OwnerLead } from '../../src/contract/lead';
import type { MemberView } from '../../src/contract/members/member';
import type { MemberExport } from '../../src/contract/members/member-export';
import { SignInRequestsService } from '../../src/auth/sessions/sign-in-requests.job';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { everythingOf, leadCalls } from '../support/lead-calls';
import { memberCalls } from '../support/member-calls';
import { race, times } from '../support/race';
import { forEachTest } from '../support/setup';
const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const owner = forEachTest(() => ownerOf(partner));
const stage = forEachTest(() => partner.stages());
const { join, invite, ownerOf } = memberCalls(test);
const { nextPhone, submit } = leadCalls(test, partner);

const exportOf = (id: string, from = owner) => from.get<MemberExport>(`/members/${id}/export`);
const anonymise = (id: string, from = owner) => from.post<MemberView>(`/members/${id}/anonymise`);
const change = (id: string, body: object) => owner.patch<MemberView>(`/members/${id}`, body);
const audited = async (action: string) =>
  (await owner.get<AuditEntry[]>('/audit?limit=100')).data.filter((entry) => entry.action === action);

describe('the export of a member', () => {
  it('has identity, sessions, links, and what the member was given and did', async () => {
    const bruno = await join(partner, 'seller', 'Bruno');
    await owner.patch(`/members/${bruno.id}`, { away_until: '2031-05-09' });
    const body = { phone: nextPhone.mobile(), responsible_id: bruno.id, deals: [{ stage_id: stage.Novo }] };
    const lead = (await owner.post<OwnerLead>('/leads', body)).data;
    const other = (await owner.post<OwnerLead>('/leads', { phone: nextPhone.mobile() })).data;
    await bruno.api.patch(`/leads/${other.id}`, { responsible_id: bruno.id });
    await bruno.api.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Agendado });
    await owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Novo });
    await bruno.api.post(`/leads/${lead.id}/activities`, { type: 'note', text: 'Prefere manhã.' });
    await owner.post(`/leads/${lead.id}/activities`, { type: 'note', text: 'Do dono.' });
    const starts_at = new Date(Date.now() + 3_600_000).toISOString();
    await bruno.api.post('/appointments', { lead_id: lead.id, starts_at, member_id: bruno.id, text: 'Visita' });
    await owner.put(`/deals/${lead.deals[0]?.id}/stage`, { stage_id: stage.Perdido, reason: 'Preço' });
    await partner.sql(
      'insert into notification_reads select $1, $2, gen_random_uuid(), now() from generate_series(1, 2)',
      bruno.id,
    );
    const held = (await exportOf(bruno.id)).data;

    const identity = {
      id: bruno.id,
      name: 'Bruno',
      email: bruno.address,
      role: 'seller',
      active: true,
      away_until: '2031-05-09',
    };
    expect(held.member).toMatchObject(identity);
    const sessions = (await bruno.api.get<{ id: string; created_at: string }[]>('/sessions')).data;
    expect(held.sessions.map(({ id, created_at }) => ({ id, created_at }))).toEqual(
      sessions.map(({ id, created_at }) => ({ id, created_at })),
    );
    // One of the invitation, and the used one of the test.
    expect(held.sign_in_links.map(({ used_at }) => used_at !== null)).toEqual([true, false]);
    expect(held.responsible_for).toBe(2);
    expect(held.assignments.newest).toMatchObject([
      { lead_id: other.id, from_member_id: null, to_member_id: bruno.id, assigned_by: 'staff', member_id: bruno.id },
      { lead_id: lead.id, from_member_id: null, to_member_id: bruno.id, assigned_by: 'staff' },
    ]);
    expect(held.stage_moves).toMatchObject({ count: 1, newest: [{ lead_id: lead.id, to_stage_id: stage.Agendado }] });
    expect(held.activities).toMatchObject({ count: 1, newest: [{ type: 'note', text: 'Prefere manhã.' }] });
    expect(held.appointments).toMatchObject({ count: 1, newest: [{ starts_at, text: 'Visita' }] });
    expect(held.closings).toMatchObject({ count: 1, newest: [{ is_won: false, lost_reason: 'Preço' }] });
    expect(held.audit_entries.newest.map(({ action, actor }) => [action, actor])).toEqual([
      ['session.begun', { type: 'member', id: bruno.id }],
    ]);
    expect(held.audit_entries.count).toBe(1);
    expect(held.mails).toMatchObject({ count: 1, newest: [{ kind: 'sign_in_link' }] });
    expect(held.rotas).toEqual([]);
    expect(held.notifications_read).toBe(2);
  });

  it('of the owner has the marks that name no member', async () => {
    const [me] = (await owner.get<MemberView[]>('/members')).data;
    await owner.post('/notifications/read');
    const held = (await exportOf(me?.id ?? '')).data;
    expect(held.sessions).toHaveLength(1);
    expect(held.notifications_read).toBe((await owner.get<object[]>('/notifications')).data.length);
  });

  it('counts long lists, and has their newest thousand entries', async () => {
    const { id } = await invite(owner, 'seller');
    const lead = await submit();
    await partner.sql(
      `insert into lead_assignments (account_id, id, lead_id, to_member_id, assigned_by, assigned_at)
       select $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, $3, 'rota', now() from generate_series(1, 1005) n`,
      lead.id,
      id,
    );
    const { count, newest } = (await exportOf(id)).data.assignments;
    expect([count, newest.length, newest[0]?.id, newest.at(-1)?.id]).toEqual([
      1005,
      1000,
      '01900000-0000-7000-8000-000000001005',
      '01900000-0000-7000-8000-000000000006',
    ]);
  });

  it('has no hash of a token, and nothing of others or of another account', async () => {
    const [bruno, carla] = [await join(partner, 'seller', 'Bruno'), await join(partner, 'manager', 'Carla')];
    const answer = await exportOf(bruno.id);
    const hashes = await partner.sql<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from sessions where account_id = $1 union
       select encode(token_hash, 'hex') from sign_in_links where account_id = $1`,
    );
    for (const secret of [...hashes.map(({ hash }) => hash), bruno.token, carla.id, carla.address])
      expect(answer.text).not.toContain(secret);
    const elsewhere = await ownerOf(await test.partner());
    expect((await exportOf(bruno.id, elsewhere)).error.code).toBe('not_found');
    expect((await anonymise(bruno.id, elsewhere)).error.code).toBe('not_found');
    expect((await exportOf(RANDOM_ID)).error.code).toBe('not_found');
    expect((await audited('member.exported')).map(({ subject }) => subject)).toEqual([
      { type: 'member', id: bruno.id },
    ]);
  });
});

describe('anonymising a member', () => {
  it('leaves the address and the name nowhere, and the id everywhere', async () => {
    const gone = await join(partner, 'seller', 'Zuleica');
    const body = { phone: nextPhone.mobile(), responsible_id: gone.id };
    const lead = (await owner.post<OwnerLead>('/leads', body)).data;
    // Other spellings of one address.
    const typed = gone.address.toUpperCase();
    await change(gone.id, { active: false });
    await owner.post('/members', { name: 'Zuleica', email: typed, role: 'seller' });
    await change(gone.id, { active: false, away_until: '2030-01-01' });
    await test.app.get(SignInRequestsService).accept(gone.address, '203.0.113.9');
    const answer = await anonymise(gone.id);
    expect(answer.status).toBe(200);
    const name = 'Pessoa removida';
    expect(answer.data).toMatchObject({ id: gone.id, name, email: null, active: false, away_until: null });
    const all = Object.values(await everythingOf(test, partner.accountId)).join('\n');
    expect(all).not.toMatch(new RegExp(`${gone.address}|Zuleica`, 'i'));
    expect(all).toContain(gone.id);
    expect(await test.sql('select from sign_in_requests where email_key = $1', [gone.address])).toEqual([]);
    expect((await owner.get<OwnerLead>(`/leads/${lead.id}`)).data.responsible).toEqual({ id: gone.id, name });
    expect((await owner.get<MemberView[]>('/members')).data.at(-1)).toEqual(answer.data);
    expect((await audited('member.anonymised')).map(({ subject }) => subject)).toEqual([
      { type: 'member', id: gone.id },
    ]);
    expect((await exportOf(gone.id)).data).toMatchObject({ member: { name, email: null }, sign_in_links: [] });
  });

  it('keeps mails and requests of others, and of the same address in another account', async () => {
    const elsewhere = await test.partner();
    const gone = await join(partner, 'seller');
    await invite(elsewhere.owner, 'seller', 'Zuleica', gone.address);
    const other = await invite(owner, 'seller');
    await test.app.get(SignInRequestsService).accept(gone.address, '203.0.113.9');
    await change(gone.id, { active: false });
    await anonymise(gone.id);
    const mails = (accountId: string, address: string | null) =>
      test.sql('select from outbox where account_id = $1 and recipient = $2', [accountId, address]);
    expect(await mails(partner.accountId, gone.address)).toHaveLength(0);
    expect(await mails(partner.accountId, other.email ?? null)).toHaveLength(1);
    expect(await mails(elsewhere.accountId, gone.address)).toHaveLength(1);
    expect(await test.sql('select from sign_in_requests where email_key = $1', [gone.address])).toHaveLength(1);
  });

  it('is refused while the member is active, and for the owner', async () => {
    const { id } = await invite(owner, 'seller');
    const [me] = (await owner.get<MemberView[]>('/members')).data;
    for (const one of [id, me?.id ?? '']) expect((await anonymise(one)).error.code).toBe('conflict');
    expect((await anonymise(RANDOM_ID)).error.code).toBe('not_found');
    expect(await audited('member.anonymised')).toEqual([]);
  });

  it('is done once: again the same answer, and no change brings anything back', async () => {
    const gone = await invite(owner, 'manager', 'Zuleica');
    await change(gone.id, { active: false });
    const first = await anonymise(gone.id);
    expect((await anonymise(gone.id)).data).toEqual(first.data);
    for (const body of [{ active: true }, { name: 'Zuleica' }, { role: 'seller' }])
      expect((await change(gone.id, body)).error.code).toBe('conflict');
    const again = await invite(owner, 'seller', 'Zuleica', gone.email ?? '');
    expect(again.id).not.toBe(gone.id);
    expect(await audited('member.anonymised')).toHaveLength(1);
  });

  it('several times at once is done once', async () => {
    const gone = await invite(owner, 'seller');
    await change(gone.id, { active: false });
    const answers = await Promise.all(times(8, () => anonymise(gone.id)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.data.email).toBeNull();
    expect(await audited('member.anonymised')).toHaveLength(1);
  });

  it('at the moment of a return ends as a removed or as an active member, never as both', async () => {
    const seen = new Set<string>();
    // Of each kind of return both orders, and one at the same moment.
    for (const round of [0, 1, 4, 6, 7, 10]) {
      const gone = await invite(owner, 'seller', 'Zuleica');
      await change(gone.id, { active: false });
      const invitation = { name: 'Zuleica', email: gone.email, role: 'seller' };
      const isInvited = round % 4 > 1;
      const [removed, returned] = await race(
        round % 6,
        () => anonymise(gone.id),
        () => (isInvited ? owner.post<MemberView>('/members', invitation) : change(gone.id, { active: true })),
      );
      const found = (await owner.get<MemberView[]>('/members?limit=100')).data.find(({ id }) => id === gone.id);
      const isRemoved = removed.status === 200;
      expect(found).toMatchObject(isRemoved ? { active: false, email: null } : { active: true, email: gone.email });
      // An invitation of a removed member's address makes a new member.
      expect(returned.status).toBe(isInvited ? 201 : isRemoved ? 409 : 200);
      if (!isRemoved) expect(removed.error.code).toBe('conflict');
      seen.add(`${isInvited} ${isRemoved}`);
    }
    expect(seen.size).toBe(4);
  });
});
