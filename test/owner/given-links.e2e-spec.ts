import type { Me } from '../../src/contract/members/member';
import type { GivenLink } from '../../src/contract/session';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { HttpClient } from '../support/http-client';
import { memberCalls } from '../support/member-calls';
import { ownerCalls } from '../support/owner-calls';
import { forAllTests } from '../support/setup';

const test = appForAllTests();
const { invite, ownerOf } = memberCalls(test);
const { anyone, as } = ownerCalls(test);
const partner = forAllTests(() => test.partner());
const give = (email: string) => partner.staff.post<GivenLink>('/sign-in-links', { email });
const use = ({ console_url: url }: GivenLink) =>
  anyone().post<{ token: string }>('/sessions', { token: url.replace(/.*=/, '') });

it('a member gets a link from the operator, for 15 minutes, once, and the audit trail says so', async () => {
  const member = await invite(partner.owner, 'seller');
  const given = await give(` ${member.email?.toUpperCase()} `);
  expect([given.status, given.data]).toEqual([
    201,
    {
      console_url: expect.stringMatching(/\/console#link=ent_link_\w+$/) as string,
      expires_at: expect.any(String) as string,
    },
  ]);
  const minutes = (Date.parse(given.data.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15);
  const begun = await use(given.data);
  expect((await as(begun.data).get<Me>('/me')).data.member?.id).toBe(member.id);
  expect((await use(given.data)).status).toBe(401);
  const [entry] = await partner.sql<{ actor: string }>(
    `select a.actor_type as actor from audit_entries a join sign_in_links l on l.account_id = a.account_id and l.id = a.subject_id
     where a.account_id = $1 and a.action = 'sign_in_link.given' and l.member_id = $2`,
    member.id,
  );
  expect(entry).toEqual({ actor: 'operator' });
});

it('the owner’s address gets a link of the owner', async () => {
  const { member } = (await (await ownerOf(partner)).get<Me>('/me')).data;
  const begun = await use((await give(member?.email ?? '')).data);
  expect((await as(begun.data).get<Me>('/me')).data.member).toMatchObject({ id: member?.id, role: 'owner' });
});

it('an address of no active member gets none', async () => {
  const former = await invite(partner.owner, 'seller');
  await partner.owner.patch(`/members/${former.id}`, { active: false });
  const elsewhere = await invite((await test.partner()).owner, 'seller');
  for (const email of ['nobody@example.org', former.email ?? '', elsewhere.email ?? '']) {
    const { error } = await give(email);
    expect([error.code, error.message]).toEqual(['not_found', expect.stringContaining('pessoa ativa com este e-mail')]);
  }
  expect((await give('x')).fields).toEqual(['email']);
  const unknown = `/accounts/${RANDOM_ID}/sign-in-links`;
  expect((await test.operator.post(unknown, { email: former.email })).error.message).toContain('Conta não encontrada');
});

it('no member may give one', async () => {
  const { data } = await give((await invite(partner.owner, 'manager')).email ?? '');
  const { token } = (await use(data)).data;
  const route = `/accounts/${partner.accountId}/sign-in-links`;
  const answer = await new HttpClient(`${test.url}/admin/v1`, token).post(route, { email: 'bia@example.com' });
  expect(answer.error.code).toBe('forbidden');
});
