import type { LeadDetail } from '../../src/contract/lead';
import type { MemberView } from '../../src/contract/members/member';
import { HandOverJob } from '../../src/members/hand-over.job';
import { appForAllTests, RANDOM_ID, startApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { leadCalls } from '../support/lead-calls';
import { tally, times } from '../support/race';
import { addAgedLeads, rotaCalls } from '../support/rota-calls';
import { forAllTests, forEachTest } from '../support/setup';
import { waitingSessions } from '../support/waiting';

const url = forAllTests(async () => ({ of: await privateDatabase('hand_over') }));
const test = appForAllTests(() => ({ DATABASE_URL: url.of }));
const other = appForAllTests(() => ({ DATABASE_URL: url.of }));
const partner = forEachTest(() => test.partner());
const { submit, count, erase } = leadCalls(test, partner);
const { pipeline, team, change, handOver, responsibleOf } = rotaCalls(test, partner);

const LEADS = 1_000;
const BATCH = 200;

const end = (id: string, to?: string | null) =>
  change(id, { active: false, ...(to !== undefined && { hand_over_to: to }) });
const listed = async (id: string): Promise<MemberView | undefined> =>
  (await partner.owner.get<MemberView[]>('/members')).data.find((member) => member.id === id);
const give = (leadId: string, to: string | null) =>
  partner.owner.patch<LeadDetail>(`/leads/${leadId}`, { responsible_id: to });
const leadsOf = (id: string) => count('leads', `responsible_id = '${id}'`);

/** Two members, the first with this many leads. */
async function pair(leads: number): Promise<[string, string]> {
  const [ana = '', bia = ''] = (await team('Ana', 'Bia')).map(({ id }) => id);
  await addAgedLeads(partner, await pipeline(), { count: leads, secondsAgo: 600, byHand: true });
  await partner.sql('update leads set responsible_id = $2 where account_id = $1', ana);
  return [ana, bia];
}

const assignments = () =>
  partner.sql<{ lead_id: string; from: string; to: string | null; by: string }>(
    `select lead_id, from_member_id as "from", to_member_id as "to", assigned_by as by from lead_assignments
     where account_id = $1 order by assigned_at, id`,
  );

/** Does one batch, as a process that is killed after it. */
const oneBatch = (from: string) => test.app.get(HandOverJob).runBatch({ accountId: partner.accountId, from });

describe('the leads of a deactivated member', () => {
  it('go on after a killed run, by two instances at once, each once, without a change of updated_at', async () => {
    const [ana, bia] = await pair(LEADS);
    const changed = () => partner.sql('select id, updated_at from leads where account_id = $1 order by id');
    const before = await changed();
    expect((await end(ana, bia)).data.handing_over).toBe(LEADS);
    expect(await oneBatch(ana)).toBe(true);
    expect([await leadsOf(bia), (await listed(ana))?.handing_over]).toEqual([BATCH, LEADS - BATCH]);
    const restarted = await startApp({ DATABASE_URL: url.of });
    await handOver([restarted, other]);
    await handOver([restarted, other]);
    await restarted.close();
    expect([await leadsOf(ana), await leadsOf(bia), await count('hand_overs')]).toEqual([0, LEADS, 0]);
    const written = await assignments();
    expect(new Set(written.map(({ lead_id }) => lead_id)).size).toBe(LEADS);
    expect(tally(written.map(({ from, to, by }) => `${from} ${to} ${by}`))).toEqual({
      [`${ana} ${bia} hand_over`]: LEADS,
    });
    expect(await changed()).toEqual(before);
    expect((await listed(ana))?.handing_over).toBe(0);
  });

  it('take the appointments to come along, also those with leads of others; past ones keep who had them', async () => {
    const [ana = '', bia = '', caio = ''] = (await team('Ana', 'Bia', 'Caio')).map(({ id }) => id);
    const [hers, his] = [await submit(), await submit()];
    await give(hers.id, ana);
    await give(his.id, caio);
    const plan = (lead_id: string, starts_at: string) =>
      partner.owner.post('/appointments', { lead_id, starts_at, member_id: ana });
    for (const { id } of [hers, his]) for (const at of ['2020-01-01', '2050-01-01']) await plan(id, `${at}T12:00:00Z`);
    await end(ana, bia);
    await handOver();
    expect(await count('hand_overs')).toBe(0);
    const leadsWith = async (id: string) =>
      (await partner.owner.get<{ lead_id: string }[]>(`/appointments?responsible=${id}`)).data.map(
        (one) => one.lead_id,
      );
    expect([await leadsWith(bia), await leadsWith(caio)]).toEqual([[hers.id], [his.id]]);
    expect((await leadsWith(ana)).sort()).toEqual([hers.id, his.id].sort());
  });

  it('go to nobody where none was named, those of erased people too', async () => {
    const [ana] = await pair(30);
    const lead = await submit();
    await give(lead.id, ana);
    await erase(lead.id);
    expect((await end(ana)).data.handing_over).toBe(31);
    await handOver();
    expect([await leadsOf(ana), await count('leads', 'responsible_id is null'), await count('hand_overs')]).toEqual([
      0, 31, 0,
    ]);
  });

  it('go on to whom a target names that is deactivated meanwhile, or to nobody', async () => {
    const [ana, bia] = await pair(450);
    const [caio = ''] = (await team('Caio')).map(({ id }) => id);
    await end(ana, bia);
    await oneBatch(ana);
    await end(bia, caio);
    await oneBatch(ana);
    await end(caio);
    await handOver();
    expect([await leadsOf(ana), await leadsOf(bia), await leadsOf(caio)]).toEqual([0, 0, 0]);
    expect([await count('leads', 'responsible_id is null'), await count('hand_overs')]).toEqual([450, 0]);
    // Nobody got a lead after the end of their time.
    expect(tally((await assignments()).map(({ to }) => String(to)))).toEqual({
      [bia]: BATCH,
      [caio]: BATCH,
      null: 450,
    });
  });

  it('that are left stay when the member is active again', async () => {
    const [ana, bia] = await pair(450);
    await end(ana, bia);
    await oneBatch(ana);
    const back = await change(ana, { active: true });
    expect([back.status, back.data.handing_over]).toEqual([200, undefined]);
    await handOver();
    expect(await oneBatch(ana)).toBe(false);
    expect([await leadsOf(ana), await leadsOf(bia)]).toEqual([250, BATCH]);
  });

  it('that are left stay with a member who becomes the owner', async () => {
    const [ana] = await pair(LEADS);
    await end(ana);
    expect(await oneBatch(ana)).toBe(true);
    const email = (await listed(ana))?.email;
    expect((await test.operator.put(`/accounts/${partner.accountId}/owner`, { name: 'Ana', email })).status).toBe(200);
    await handOver([other]);
    expect([await leadsOf(ana), await count('hand_overs')]).toEqual([LEADS - BATCH, 0]);
  });

  it('that are left go to whom a second call names, who must be active', async () => {
    const [ana, bia] = await pair(LEADS);
    await end(ana);
    expect(await oneBatch(ana)).toBe(true);
    for (const nobody of [RANDOM_ID, ana]) {
      const refused = await end(ana, nobody);
      expect([refused.status, refused.fields]).toEqual([422, ['hand_over_to']]);
    }
    expect((await end(ana, bia)).data.handing_over).toBe(LEADS - BATCH);
    await end(ana);
    await handOver([other]);
    expect([await leadsOf(ana), await leadsOf(bia)]).toEqual([0, LEADS - BATCH]);
  });

  it('that another transaction has are not forgotten', async () => {
    const [ana, bia] = await pair(5);
    await end(ana, bia);
    await test.sql('begin');
    await partner.sql(`select from leads where account_id = $1 and phone = '5600000003' for update`);
    try {
      await handOver([other]);
      expect([await leadsOf(ana), await count('hand_overs')]).toEqual([1, 1]);
    } finally {
      await test.sql('commit');
    }
    await handOver([other]);
    expect([await leadsOf(ana), await leadsOf(bia), await count('hand_overs')]).toEqual([0, 5, 0]);
  });

  it('include one that was being given to the member during the change', async () => {
    const [ana, bia] = await pair(1);
    const lead = await submit();
    await test.sql('begin');
    await partner.sql('select from leads where account_id = $1 and id = $2 for update', lead.id);
    let given, ended;
    try {
      given = give(lead.id, ana);
      while ((await waitingSessions(test)) < 1);
      ended = end(ana, bia);
      while ((await waitingSessions(test)) < 2);
      await handOver([other]);
    } finally {
      await test.sql('commit');
    }
    expect([(await given).status, (await ended).data.handing_over]).toEqual([200, 2]);
    await handOver();
    expect([await responsibleOf(lead.id), await leadsOf(ana), await count('hand_overs')]).toEqual([bia, 0, 0]);
    expect((await give(lead.id, ana)).status).toBe(422);
  });

  it('are none: the hand-over ends at once', async () => {
    const [ana = ''] = (await team('Ana')).map(({ id }) => id);
    expect((await end(ana)).data.handing_over).toBe(0);
    expect(await count('hand_overs')).toBe(1);
    await handOver(times(2, () => test));
    expect(await count('hand_overs')).toBe(0);
  });
});
