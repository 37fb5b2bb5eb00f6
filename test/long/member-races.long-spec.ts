import { randomUUID } from 'node:crypto';
import type { LeadDetail, OwnerLead } from '../../src/contract/lead';
import { SignInLinksService } from '../../src/auth/sessions/sign-in-links.service';
import { Database } from '../../src/database/database';
import { appForAllTests, type Partner } from '../support/app';
import { beginReading } from '../support/held-answers';
import { HttpClient } from '../support/http-client';
import { addLeads } from '../support/many-leads';
import { memberCalls } from '../support/member-calls';
import { phones } from '../support/phones';
import { crowd, race, tally, times } from '../support/race';
import { forAllTests } from '../support/setup';
import { waitingSessions } from '../support/waiting';

/** Rules about members and their leads that two requests could break together. */
const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const { join, invite, ownerOf } = memberCalls(test);
const { mobile } = phones();

interface Row {
  readonly from_member_id: string | null;
  readonly to_member_id: string | null;
}

const enter = async (responsible_id: string | null = null) =>
  (await partner.owner.post<OwnerLead>('/leads', { phone: mobile(), responsible_id })).data;

const historyOf = (leadId: string) =>
  partner.sql<Row>(
    'select from_member_id, to_member_id from lead_assignments where account_id = $1 and lead_id = $2 order by assigned_at, id',
    leadId,
  );

const responsibleOf = async (leadId: string) =>
  (await partner.owner.get<LeadDetail>(`/leads/${leadId}`)).data.responsible?.id ?? null;

it('sixty assignments of one lead by two managers leave an unbroken history, which ends with who has it', async () => {
  const managers = [await join(partner, 'manager'), await join(partner, 'manager')] as const;
  const lead = await enter();
  const answers = await crowd(60, (n) => {
    const { api } = managers[n % 2 === 0 ? 0 : 1];
    return api.patch<OwnerLead>(`/leads/${lead.id}`, { responsible_id: managers[n % 3 === 0 ? 0 : 1].id });
  });
  expect(tally(answers.map(({ status }) => status))).toEqual({ '200': 60 });
  const history = await historyOf(lead.id);
  const ends = [null, ...history.map((row) => row.to_member_id)];
  expect(history.map((row) => row.from_member_id)).toEqual(ends.slice(0, -1));
  expect(await responsibleOf(lead.id)).toBe(ends.at(-1));
  for (const row of history) expect(row.from_member_id).not.toBe(row.to_member_id);
});

it('of twelve sellers who take a lead at once exactly one gets it, in 10 rounds', async () => {
  const sellers = await Promise.all(times(12, () => join(partner, 'seller')));
  for (let round = 0; round < 10; round++) {
    const lead = await enter();
    const answers = await Promise.all(
      sellers.map(({ api, id }) => api.patch<OwnerLead>(`/leads/${lead.id}`, { responsible_id: id })),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ '200': 1, '403': 11 });
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await responsibleOf(lead.id)).toBe(sellers[winner]?.id);
    expect(await historyOf(lead.id)).toHaveLength(1);
  }
});

it('a member who is deactivated while leads come to them from everywhere gets none afterwards', async () => {
  const manager = await join(partner, 'manager');
  for (let round = 0; round < 6; round++) {
    const seller = await join(partner, 'seller');
    const leads = await Promise.all(times(20, () => enter()));
    const assign = () =>
      crowd(40, (n) => {
        const responsible_id = seller.id;
        if (n % 3 === 0) return manager.api.post('/leads', { phone: mobile(), responsible_id });
        const lead = leads[n % 20]?.id;
        return n % 3 === 1
          ? manager.api.patch(`/leads/${lead}`, { responsible_id })
          : manager.api.post('/leads/bulk', { lead_ids: [lead], responsible_id });
      });
    const end = () => partner.owner.patch<object>(`/members/${seller.id}`, { active: false, hand_over_to: manager.id });
    const [answers, ended] = await race(round, assign, end);
    expect(ended.status).toBe(200);
    for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    const refused = await manager.api.patch(`/leads/${leads[0]?.id}`, { responsible_id: seller.id });
    expect([refused.status, refused.fields]).toEqual([422, ['responsible_id']]);
  }
});

it('a link that is used while its member is deactivated leaves no session, in 10 rounds', async () => {
  const links = test.app.get(SignInLinksService);
  for (let round = 0; round < 10; round++) {
    const member = await invite(partner.owner, 'seller');
    const { token } = await test.app.get(Database).transaction('', (tx) => links.add(tx, partner.accountId, member.id));
    const anyone = new HttpClient(`${test.url}/admin/v1`, '');
    const [begun] = await race(
      round,
      () => anyone.post<{ token: string }>('/sessions', { token }),
      () => partner.owner.patch<object>(`/members/${member.id}`, { active: false }),
    );
    if (begun.status === 201)
      expect((await new HttpClient(`${test.url}/admin/v1`, begun.data.token).get('/me')).status).toBe(401);
    else expect(begun.status).toBe(401);
    const rows = await partner.sql(
      'select id from sessions where account_id = $1 and member_id = $2 union all select id from sign_in_links where account_id = $1 and member_id = $2',
      member.id,
    );
    expect(rows).toEqual([]);
  }
});

it.each<[what: string, end: object, invites: number, renames: number]>([
  ['who was deactivated meanwhile', { active: false }, 401, 401],
  ['who became a seller meanwhile', { role: 'seller' }, 403, 200],
])('a manager %s invites nobody', async (_, end, ...statuses) => {
  const manager = await join(partner, 'manager');
  const address = `${randomUUID()}@example.com`;
  await test.sql('begin');
  await test.sql('select from accounts where id = $1 for update', [partner.accountId]);
  let ended, invited, renamed;
  try {
    ended = partner.owner.patch<object>(`/members/${manager.id}`, end);
    while ((await waitingSessions(test)) < 1);
    invited = manager.api.post('/members', { name: 'Cúmplice', email: address, role: 'seller' });
    renamed = manager.api.patch(`/members/${manager.id}`, { name: 'Outro' });
    while ((await waitingSessions(test)) < 3);
  } finally {
    await test.sql('commit');
  }
  expect((await ended).status).toBe(200);
  expect([(await invited).status, (await renamed).status]).toEqual(statuses);
  expect(await partner.sql('select from members where account_id = $1 and email_key = $2', address)).toEqual([]);
});

it('who was the owner when their calls began removes no data of members and changes no setting afterwards', async () => {
  const former = await test.partner();
  const owner = await ownerOf(former);
  const gone = await join(former, 'seller', 'Caio');
  await owner.patch(`/members/${gone.id}`, { active: false });
  await test.sql('begin');
  await test.sql('select from accounts where id = $1 for update', [former.accountId]);
  let changed, calls;
  try {
    changed = test.operator.put(`/accounts/${former.accountId}/owner`, { name: 'Nova', email: 'nova@example.com' });
    while ((await waitingSessions(test)) < 1);
    calls = [owner.post(`/members/${gone.id}/anonymise`), owner.patch('/account', { sellers_see: 'own' })];
    while ((await waitingSessions(test)) < 3);
  } finally {
    await test.sql('commit');
  }
  expect((await changed).status).toBe(200);
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401]);
  const [account] = await former.sql<{ sellers_see: string }>('select sellers_see from accounts where id = $1');
  expect(account?.sellers_see).toBe('all');
  expect(await former.sql('select from members where account_id = $1 and id = $2 and email is null', gone.id)).toEqual(
    [],
  );
});

describe('an export is cut off', () => {
  /** More leads than the buffers of a connection hold. */
  const MANY = 8_000;

  async function filled(): Promise<Partner> {
    const full = await test.partner();
    const [pipeline] = (await full.api.get<{ id: string; stages: { id: string }[] }[]>('/pipelines')).data;
    const place = { accountId: full.accountId, pipelineId: pipeline?.id ?? '', stageId: pipeline?.stages[0]?.id ?? '' };
    await addLeads(test, place, { count: MANY, since: '2025-01-01T00:00:00Z' });
    await full.sql(`update leads set notes = repeat('a', 2000) where account_id = $1`);
    return full;
  }

  it.each<[what: string, change: (full: Partner, id: string) => Promise<unknown>]>([
    ['the role is lowered', ({ owner }, id) => owner.patch(`/members/${id}`, { role: 'seller' })],
    ['the member is deactivated', ({ owner }, id) => owner.patch(`/members/${id}`, { active: false })],
    [
      'the role is lowered to one that sees less, but may export',
      async ({ owner }, id) => {
        await owner.patch('/account', { sellers_see: 'own', sellers_export: true });
        return owner.patch(`/members/${id}`, { role: 'seller' });
      },
    ],
  ])('when %s', async (_, change) => {
    const full = await filled();
    const manager = await join(full, 'manager');
    const headers = { Authorization: `Bearer ${manager.token}` };
    const answer = await beginReading(`${test.url}/admin/v1/leads/export.csv`, headers);
    expect(answer.status).toBe(200);
    await change(full, manager.id);
    const { isWhole, text } = await answer.rest();
    expect(isWhole).toBe(false);
    expect(text.match(/\r\n/g)?.length).toBeLessThan(MANY);
  });
});
