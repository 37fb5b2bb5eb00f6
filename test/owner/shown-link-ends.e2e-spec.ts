import type { MemberView } from '../../src/contract/members/member';
import type { GivenLink } from '../../src/contract/session';
import { appForAllTests } from '../support/app';
import type { HttpClient } from '../support/http-client';
import { memberCalls, type SignedIn } from '../support/member-calls';
import { ownerCalls } from '../support/owner-calls';
import { race } from '../support/race';
import { forAllTests } from '../support/setup';

/** Without a mail server. */
const test = appForAllTests();
const { invite, join, begin } = memberCalls(test);
const { anyone } = ownerCalls(test);
const partner = forAllTests(() => test.partner());

const show = async (id: string, from: HttpClient) => (await from.post<GivenLink>(`/members/${id}/link`)).data;
const use = async ({ console_url: url }: GivenLink) =>
  (await anyone().post('/sessions', { token: url.replace(/.*#link=/, '') })).status;
const patch = async (id: string, change: object) =>
  expect((await partner.owner.patch(`/members/${id}`, change)).status).toBe(200);

/** What ends the link of an invited seller that a manager was shown. */
const ENDS: readonly [what: string, end: (member: MemberView, manager: SignedIn) => Promise<unknown>][] = [
  ['the member signs in by another link', ({ id }) => begin(partner.accountId, id)],
  ['the member gets another role', ({ id }) => patch(id, { role: 'manager' })],
  [
    'the member leaves and comes back',
    async ({ id }) => [await patch(id, { active: false }), await patch(id, { active: true })],
  ],
  ['who saw it gets another role', (_, { id }) => patch(id, { role: 'seller' })],
  ['who saw it leaves', (_, { id }) => patch(id, { active: false })],
];

it.each(ENDS)('a shown link ends when %s', async (_, end) => {
  const manager = await join(partner, 'manager');
  const [member, other] = [await invite(partner.owner, 'seller'), await invite(partner.owner, 'seller')];
  const link = await show(member.id, manager.api);
  const untouched = await show(other.id, (await join(partner, 'manager')).api);
  await end(member, manager);
  expect(await use(link)).toBe(401);
  expect(await use(untouched)).toBe(201);
});

it('a change of the name, or of others, ends none', async () => {
  const manager = await join(partner, 'manager');
  const { id } = await invite(partner.owner, 'seller');
  const link = await show(id, manager.api);
  await patch(id, { name: 'Bruno Lima' });
  await patch(manager.id, { name: 'Davi Rocha' });
  await begin(partner.accountId, (await invite(partner.owner, 'seller')).id);
  expect(await use(link)).toBe(201);
});

it('and a promotion at the same moment: no link is left by which the manager enters with more rights', async () => {
  const manager = await join(partner, 'manager');
  for (let round = 0; round < 8; round++) {
    const { id } = await invite(partner.owner, 'seller');
    const [shown, promoted] = await race(
      round,
      () => manager.api.post<GivenLink>(`/members/${id}/link`),
      () => partner.owner.patch(`/members/${id}`, { role: 'manager' }),
    );
    expect([[201, 403].includes(shown.status), promoted.status]).toEqual([true, 200]);
    const left = `select id from sign_in_links where account_id = $1 and member_id = $2 and shown_to is not null`;
    expect(await partner.sql(left, id)).toEqual([]);
  }
});
