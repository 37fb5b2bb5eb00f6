import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../src/contract/audit';
import { INVITATION_DAYS } from '../../src/contract/limits';
import type { Me, MemberView } from '../../src/contract/members/member';
import type { GivenLink } from '../../src/contract/session';
import { appForAllTests, RANDOM_ID } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { memberCalls } from '../support/member-calls';
import { ownerCalls } from '../support/owner-calls';
import { race, tally, times } from '../support/race';
import { forAllTests } from '../support/setup';

/** Without a mail server. */
const test = appForAllTests();
const { invite, join, ownerOf } = memberCalls(test);
const { anyone, as } = ownerCalls(test);
const partner = forAllTests(() => test.partner());

const show = (id: string, from: HttpClient = partner.owner) => from.post<GivenLink>(`/members/${id}/link`);
const tokenOf = ({ console_url: url }: GivenLink): string => url.replace(/.*#link=/, '');
const use = (link: GivenLink) => anyone().post<{ token: string }>('/sessions', { token: tokenOf(link) });
const listed = async (id: string) =>
  (await partner.owner.get<MemberView[]>('/members')).data.find((member) => member.id === id);
const shown = async (id: string) =>
  (await partner.owner.get<AuditEntry[]>('/audit?limit=100')).data.filter(
    ({ action, subject }) => action === 'member.link_shown' && subject?.id === id,
  );
const openLinks = async (id: string) =>
  partner.sql<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from sign_in_links where account_id = $1 and member_id = $2 and used_at is null`,
    id,
  );

it('says at once, to everybody alike, that no link is mailed', async () => {
  const { member } = (await (await ownerOf(partner)).get<Me>('/me')).data;
  for (const email of [member?.email, `${randomUUID()}@example.com`]) {
    const answer = await anyone().post('/sign-in-links', { email });
    expect([answer.status, answer.data]).toEqual([202, { received: true, sends_mail: false }]);
  }
  expect((await partner.owner.get<Me>('/me')).data.sends_mail).toBe(false);
});

it('an invited member gets a link from the owner, for seven days, once, by which they sign in', async () => {
  const owner = await ownerOf(partner);
  const invited = await invite(owner, 'manager');
  expect(invited.invitation).toEqual({ state: 'unsendable', at: null });
  expect((await listed(invited.id))?.invitation).toEqual({ state: 'unsendable', at: null });
  const answer = await show(invited.id, owner);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(answer.data.console_url).toMatch(/\/console#link=ent_link_\w+$/);
  const days = (Date.parse(answer.data.expires_at) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(INVITATION_DAYS);
  const [entry, another] = await shown(invited.id);
  expect(entry).toMatchObject({ actor: { type: 'owner' }, subject: { type: 'member', id: invited.id } });
  expect(another).toBeUndefined();
  const begun = await use(answer.data);
  expect((await as(begun.data).get<Me>('/me')).data.member?.id).toBe(invited.id);
  expect((await use(answer.data)).status).toBe(401);
  expect((await listed(invited.id))?.invitation).toBeUndefined();
  expect((await show(invited.id, owner)).error.code).toBe('conflict');
});

it('is stored as a hash only', async () => {
  const { id } = await invite(partner.owner, 'seller');
  const token = tokenOf((await show(id)).data);
  const rows = await partner.sql<{ text: string }>(
    `select l::text as text from sign_in_links l where l.account_id = $1 union all
     select a::text from audit_entries a where a.account_id = $1 union all select o::text from outbox o where o.account_id = $1`,
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
});

it('ends the links shown before', async () => {
  const { id } = await invite(partner.owner, 'seller');
  const [first, second] = [await show(id), await show(id)];
  expect((await use(first.data)).status).toBe(401);
  expect((await use(second.data)).status).toBe(201);
  expect(await shown(id)).toHaveLength(2);
});

it('is a manager’s to see of sellers only, never a seller’s, and the operator’s of everybody invited', async () => {
  const [manager, seller] = [await join(partner, 'manager'), await join(partner, 'seller')];
  const [asManager, asSeller] = [await invite(partner.owner, 'manager'), await invite(partner.owner, 'seller')];
  const owner = (await (await ownerOf(partner)).get<Me>('/me')).data.member?.id ?? '';
  const calls: [id: string, from: HttpClient, status: number][] = [
    [asManager.id, manager.api, 403],
    [asSeller.id, manager.api, 201],
    [owner, manager.api, 403],
    [asSeller.id, seller.api, 403],
    [asManager.id, partner.owner, 201],
    [owner, partner.owner, 409],
  ];
  for (const [id, from, status] of calls) expect((await show(id, from)).status).toBe(status);
  expect((await shown(asManager.id)).map(({ actor }) => actor.type)).toEqual(['operator']);
  expect(await shown(owner)).toEqual([]);
});

it('is not shown of former members, of others, nor of other accounts', async () => {
  const former = await invite(partner.owner, 'seller');
  await partner.owner.patch(`/members/${former.id}`, { active: false });
  const elsewhere = await invite((await test.partner()).owner, 'seller');
  const answers = await Promise.all([former.id, elsewhere.id, RANDOM_ID, 'x'].map((id) => show(id)));
  expect(answers.map(({ error }) => error.code)).toEqual(['conflict', 'not_found', 'not_found', 'not_found']);
  expect((await listed(former.id))?.invitation).toBeUndefined();
});

it('an invitation cannot be mailed again', async () => {
  const { id } = await invite(partner.owner, 'seller');
  const { error } = await partner.owner.post(`/members/${id}/invitation`);
  expect([error.code, error.message]).toEqual(['conflict', expect.stringContaining('Copie o link')]);
});

it('of callers at the same moment one has the link that works', async () => {
  const { id } = await invite(partner.owner, 'seller');
  const answers = await Promise.all(times(6, () => show(id)));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 6 });
  expect(await shown(id)).toHaveLength(6);
  expect(await openLinks(id)).toHaveLength(1);
  const uses = await Promise.all(answers.map(({ data }) => use(data)));
  expect(tally(uses.map(({ status }) => status))).toEqual({ 201: 1, 401: 5 });
});

it('and a sign-in at the same moment: the person is in, and no link is left, or only the new link works', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 8; round++) {
    const { id } = await invite(partner.owner, 'seller');
    const first = (await show(id)).data;
    const [begun, second] = await race(
      round,
      () => use(first),
      () => show(id),
    );
    outcomes.add(`${begun.status} ${second.status}`);
    expect(await openLinks(id)).toHaveLength(second.status === 201 ? 1 : 0);
    expect(await shown(id)).toHaveLength(second.status === 201 ? 2 : 1);
  }
  expect([...outcomes].sort()).toEqual(['201 409', '401 201']);
});
