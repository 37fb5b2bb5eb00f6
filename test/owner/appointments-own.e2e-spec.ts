import type { AppointmentView, PlannedAppointment } from '../../src/contract/day/appointment';
import { appForAllTests } from '../support/app';
import { leadCalls } from '../support/lead-calls';
import { type SignedIn, memberCalls } from '../support/member-calls';
import { shortOrLong } from '../support/long';
import { race, tally, times } from '../support/race';
import { forAllTests } from '../support/setup';

/** Appointments where sellers see their own and unassigned leads only. */

const test = appForAllTests();
const partner = forAllTests(() => test.partner());
const { submit } = leadCalls(test, partner);
const { join } = memberCalls(test);
const ROUNDS = shortOrLong(6, 30);

const team = forAllTests(async () => {
  await partner.owner.patch('/account', { sellers_see: 'own' });
  const [ana, bia, manager] = [
    await join(partner, 'seller'),
    await join(partner, 'seller'),
    await join(partner, 'manager'),
  ];
  return { ana, bia, manager };
});

const assign = (leadId: string, member: SignedIn | null) =>
  partner.owner.patch(`/leads/${leadId}`, { responsible_id: member?.id ?? null });
const leadOf = async (member: SignedIn | null): Promise<string> => {
  const { id } = await submit();
  await assign(id, member);
  return id;
};
const AT = '2030-03-02T12:00:00Z';
const plan = (lead_id: string, member_id: string | null, by = partner.owner, starts_at = AT) =>
  by.post<AppointmentView>('/appointments', { lead_id, starts_at, member_id });
const give = (id: string, member_id: string | null, by = partner.owner) =>
  by.patch<AppointmentView>(`/appointments/${id}`, { member_id });

it('are given to a member who may see the lead: its responsible, who leads the account, and anybody where nobody has it', async () => {
  const { ana, bia, manager } = team;
  const [own, free] = [await leadOf(ana), await leadOf(null)];
  for (const [lead, member, status] of [
    [own, ana, 201],
    [own, manager, 201],
    [own, null, 201],
    [own, bia, 422],
    [free, bia, 201],
  ] as const) {
    expect((await plan(lead, member?.id ?? null)).status).toBe(status);
  }
  const { data } = await plan(own, null);
  const refused = await give(data.id, bia.id);
  expect([refused.status, refused.fields]).toEqual([422, ['member_id']]);
  expect((await plan(own, bia.id, ana.api)).fields).toEqual(['member_id']);
  expect((await give(data.id, ana.id)).data.member_id).toBe(ana.id);
  // It stays through a hand-over, also where it is sent again; it is not given back to who may not see the lead.
  await assign(own, bia);
  expect((await give(data.id, ana.id)).status).toBe(200);
  expect((await give(data.id, bia.id)).status).toBe(200);
  expect((await give(data.id, ana.id)).status).toBe(422);
  await partner.owner.patch('/account', { sellers_see: 'all' });
  expect((await give(data.id, ana.id)).status).toBe(200);
  await partner.owner.patch('/account', { sellers_see: 'own' });
});

it('beside a hand-over of the lead, are refused once it has gone', async () => {
  const statuses: number[] = [];
  for (const round of times(ROUNDS, (index) => index)) {
    const lead = await leadOf(team.ana);
    const [given, handed] = await race(
      round,
      () => plan(lead, team.ana.id),
      () => assign(lead, team.bia),
    );
    expect(handed.status).toBe(200);
    statuses.push(given.status);
    // The lead changed hands before the refusal, and after what was accepted.
    const [row] = await partner.sql<{ inOrder: boolean | null }>(
      `select a.created_at <= s.assigned_at as "inOrder" from appointments a
       join lead_assignments s on s.account_id = a.account_id and s.lead_id = a.lead_id and s.to_member_id = $2
       where a.account_id = $1 and a.lead_id = $3`,
      team.bia.id,
      lead,
    );
    expect([given.status, row?.inOrder]).toEqual(given.status === 201 ? [201, true] : [422, undefined]);
  }
  expect(Object.keys(tally(statuses)).sort()).toEqual(['201', '422']);
});

it('near another one of a lead that the caller may not see say that the member is busy, and when not', async () => {
  const { ana, bia, manager } = team;
  const [ofAna, ofBia] = [await leadOf(ana), await leadOf(bia)];
  const near = (minutes: number) => new Date(Date.parse('2030-04-02T12:00:00Z') + minutes * 60_000).toISOString();
  expect((await plan(ofBia, manager.id, partner.owner, near(10))).status).toBe(201);
  const warningsFor = async (by: typeof partner.owner, minutes: number) => {
    const planned = JSON.parse((await plan(ofAna, manager.id, by, near(minutes))).text) as PlannedAppointment;
    return planned.warnings ?? [];
  };
  const [busy, ...others] = await warningsFor(ana.api, 0);
  expect([busy?.code, busy?.field, others]).toEqual(['busy', 'starts_at', []]);
  expect(busy?.message).not.toMatch(/\d/);
  expect(busy?.message).toMatch(/ocupado/);
  // One that is shown comes first.
  expect((await warningsFor(ana.api, 20))[0]).toMatchObject({
    code: 'overlap',
    message: expect.stringContaining('09:00') as string,
  });
  expect((await warningsFor(partner.owner, 5))[0]?.code).toBe('overlap');
});
