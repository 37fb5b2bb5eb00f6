import { runsOf } from '../../src/common/process/jobs';
import type { OwnerDeal } from '../../src/contract/deal';
import type { OwnerLead } from '../../src/contract/lead';
import { ChangedStagesJob, EndedDealsJob } from '../../src/leads/deals/ended-deals.job';
import { appForAllTests, RANDOM_ID } from '../support/app';
import { automationCalls } from '../support/automation-calls';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { memberCalls } from '../support/member-calls';
import { race, tally, times } from '../support/race';
import { forEachTest } from '../support/setup';
import { until } from '../support/waiting';

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone, pair, staffLead, erase, detail, count } = leadCalls(test, partner);
const { addRule, runAfter } = automationCalls(test, partner, stage);
const { join } = memberCalls(test);

const enter = async (name: string, body: { value?: number; responsible_id?: string } = {}) => {
  const { value, ...rest } = body;
  const lead = { phone: nextPhone.mobile(), deals: [{ stage_id: stage[name], value }], ...rest };
  return (await partner.owner.post<OwnerLead>('/leads', lead)).data;
};
const dealOf = (lead: Pick<OwnerLead, 'deals'>): string => lead.deals[0]?.id ?? '';
const put = (lead: Pick<OwnerLead, 'deals'>, name: string, body: object = {}) =>
  partner.owner.put<OwnerDeal>(`/deals/${dealOf(lead)}/stage`, { stage_id: stage[name], ...body });
const ending = ({ closed_value, closed_at, lost_reason }: OwnerDeal) => [closed_value, closed_at, lost_reason];
const OPEN = [null, null, null];
const PAST = '2026-03-02T12:00:00.000Z';
const added = async (body: object) =>
  (await partner.owner.post<{ id: string }>(`/pipelines/${await pipelineId()}/stages`, body)).data.id;
const pipelineId = async () => (await partner.owner.get<{ id: string }[]>('/pipelines')).data[0]?.id;

it('a win has the value of the deal and its moment, which the same stage corrects', async () => {
  const lead = await enter('Novo', { value: 1500 });
  expect(lead.deals.map(ending)).toEqual([OPEN]);
  const { data: first } = await put(lead, 'Ganho');
  expect(first.closed_value).toBe(1500);
  expect(Date.now() - Date.parse(first.closed_at ?? '')).toBeLessThan(60_000);
  expect((await put(lead, 'Ganho')).data).toEqual(first);
  expect(ending((await put(lead, 'Ganho', { closed_value: 1200.5 })).data)).toEqual([1200.5, first.closed_at, null]);
  expect(ending((await put(lead, 'Ganho', { closed_at: PAST })).data)).toEqual([1200.5, PAST, null]);
  expect(ending((await put(lead, 'Ganho', { closed_value: null })).data)).toEqual([null, PAST, null]);
  expect((await detail(lead.id)).deals.map(ending)).toEqual([[null, PAST, null]]);
});

it('goes on from won to won, and ends when the deal leaves', async () => {
  const lead = await enter('Novo', { value: 10 });
  await put(lead, 'Ganho', { closed_value: 7, closed_at: PAST });
  stage.Pago = await added({ name: 'Pago', is_won: true });
  expect(ending((await put(lead, 'Pago')).data)).toEqual([7, PAST, null]);
  expect(ending((await put(lead, 'Novo')).data)).toEqual(OPEN);
  expect(await count('closings')).toBe(0);
  const again = (await put(lead, 'Ganho')).data;
  expect([again.closed_value, again.closed_at === PAST]).toEqual([10, false]);
});

it('a loss has its moment, which the same stage corrects, and another lost stage keeps', async () => {
  const lead = await enter('Novo', { value: 10 });
  const { data: first } = await put(lead, 'Perdido', { reason: 'caro' });
  expect(ending(first)).toEqual([null, first.entered_stage_at, 'caro']);
  expect(ending((await put(lead, 'Perdido', { reason: 'sumiu' })).data)).toEqual([null, first.closed_at, 'sumiu']);
  expect(ending((await put(lead, 'Perdido', { closed_at: PAST })).data)).toEqual([null, PAST, 'sumiu']);
  stage.Desistiu = await added({ name: 'Desistiu', is_lost: true });
  expect(ending((await put(lead, 'Desistiu')).data)).toEqual([null, PAST, 'sumiu']);
  expect((await detail(lead.id)).deals.map(ending)).toEqual([[null, PAST, 'sumiu']]);
  const sold = (await put(lead, 'Ganho')).data;
  expect([sold.closed_value, sold.closed_at, sold.lost_reason]).toEqual([10, sold.entered_stage_at, null]);
  expect(ending((await put(lead, 'Novo')).data)).toEqual(OPEN);
  const moment = '2026-02-28T23:00:00.000Z';
  expect(ending((await put(lead, 'Perdido', { closed_at: moment })).data)).toEqual([null, moment, null]);
});

it('is never later than now, although the clock of a caller is', async () => {
  const soon = new Date(Date.now() + 4 * 60_000).toISOString();
  for (const name of ['Ganho', 'Perdido']) {
    const lead = await enter('Novo');
    const before = Date.now();
    const moved = await put(lead, name, { closed_at: soon });
    const corrected = await put(lead, name, { closed_at: soon });
    for (const { data } of [moved, corrected]) {
      const at = Date.parse(data.closed_at ?? '');
      expect([at >= before - 1_000, at < Date.parse(soon) - 60_000]).toEqual([true, true]);
    }
  }
  await staffLead({ created_at: soon, deals: [{ stage_id: stage.Ganho }] });
  expect(await count('closings')).toBe(3);
  expect(await count('closings', 'closed_at > now()')).toBe(0);
});

it('is filled by every way into a won or lost stage', async () => {
  const member = await join(partner, 'seller');
  const entered = await enter('Ganho', { value: 5, responsible_id: member.id });
  expect(entered.deals[0]?.closed_value).toBe(5);
  const past = await staffLead({ created_at: PAST, deals: [{ stage_id: stage.Ganho, value: 6 }] });
  const lost = await enter('Perdido');
  const { lead: posted } = (
    await partner.api.post<{ lead: OwnerLead }>('/leads', {
      phone: nextPhone.mobile(),
      deal: { stage_id: stage.Perdido },
    })
  ).data;
  const bulk = await enter('Novo', { value: 8 });
  await partner.owner.post('/leads/bulk', { lead_ids: [bulk.id], stage_id: stage.Ganho });
  const operated = await enter('Novo', { value: 9 });
  const { data } = await partner.staff.put<OwnerDeal>(`/deals/${dealOf(operated)}/stage`, { stage_id: stage.Ganho });
  expect(data).not.toHaveProperty('closed_value');
  const ruled = await enter('Novo');
  await addRule({ type: 'move', stage_id: stage.Perdido }, 1, 'Novo');
  await runAfter(1.01);
  const rows = await partner.sql<{
    lead_id: string;
    is_won: boolean;
    value: string;
    member_id: string | null;
    at: Date;
  }>('select lead_id, is_won, value::float, member_id, closed_at as at from closings where account_id = $1');
  const of = (lead: { id: string }) => rows.find(({ lead_id }) => lead_id === lead.id);
  expect([of(entered)?.member_id, of(past)?.at.toISOString()]).toEqual([member.id, PAST]);
  expect([entered, past, bulk, operated].map((lead) => [of(lead)?.is_won, of(lead)?.value])).toEqual(
    [5, 6, 8, 9].map((value) => [true, value]),
  );
  expect([lost, posted, ruled].map((lead) => of(lead)?.is_won)).toEqual([false, false, false]);
  await partner.api.post(`/leads/${ruled.id}/stage`, { stage_id: stage.Novo });
  expect(await count('closings', `lead_id = '${ruled.id}'`)).toBe(0);
});

it('says what a stage does not have, and refuses a moment of the future', async () => {
  const lead = await enter('Novo');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const said = { closed_value: 1, closed_at: PAST, reason: 'x' };
  expect((await put(lead, 'Agendado', said)).fields).toEqual(['closed_value', 'closed_at', 'reason']);
  expect((await put(lead, 'Ganho', { ...said, closed_value: -1, closed_at: tomorrow })).fields).toEqual([
    'closed_value',
    'closed_at',
  ]);
  expect((await put(lead, 'Ganho', said)).fields).toEqual(['reason']);
  expect((await put(lead, 'Perdido', { closed_value: 1 })).fields).toEqual(['closed_value']);
  expect((await detail(lead.id)).deals.map(({ stage_id }) => stage_id)).toEqual([stage.Novo]);
});

it('corrects an expected value, unless the lead has changed meanwhile', async () => {
  const lead = await enter('Novo', { value: 5 });
  const set = (body: object, api = partner.owner) => api.patch<OwnerDeal>(`/deals/${dealOf(lead)}`, body);
  const edited = await set({ value: 7.25, expected_updated_at: lead.updated_at });
  expect([edited.status, edited.data.value]).toEqual([200, 7.25]);
  const stale = await set({ value: 8, expected_updated_at: lead.updated_at });
  expect([stale.status, stale.error.code]).toEqual([409, 'conflict']);
  expect((await set({ value: null })).data.value).toBeNull();
  for (const bad of [{}, { value: 'x' }, { value: -1 }, { value: 1e12 }])
    expect((await set(bad)).fields).toEqual(['value']);
  const [changed] = (await partner.api.get<OwnerLead[]>('/leads?updated_since=' + lead.updated_at)).data;
  expect([changed?.id, changed?.deals[0]?.value]).toEqual([lead.id, null]);
  expect((await set({ value: 1 }, (await test.partner()).owner)).status).toBe(404);
});

it('lets one of two values of a version through', async () => {
  for (let round = 0; round < shortOrLong(3, 6); round++) {
    const lead = await enter('Novo');
    const set = (value: number) => () =>
      partner.owner.patch(`/deals/${dealOf(lead)}`, { value, expected_updated_at: lead.updated_at });
    const statuses = (await race(round, set(1), set(2))).map(({ status }) => status);
    expect(tally(statuses)).toEqual({ 200: 1, 409: 1 });
  }
});

it('gives a lead a deal where it has none, once', async () => {
  const { id } = (await partner.owner.post<OwnerLead>('/leads', { phone: nextPhone.mobile() })).data;
  const add = (stageId: unknown, value?: number) =>
    partner.owner.post<OwnerDeal>(`/leads/${id}/deals`, { stage_id: stageId, value });
  const [first, ...others] = await Promise.all(times(4, (n) => add(stage.Novo, n)));
  const made = [first, ...others].filter((answer) => answer?.status === 201);
  expect(tally([first, ...others].map((answer) => answer?.status ?? 0))).toEqual({ 201: 1, 409: 3 });
  expect((await detail(id)).deals).toEqual(made.map((answer) => answer?.data));
  expect((await add(RANDOM_ID)).fields).toEqual(['stage_id']);
  expect((await partner.owner.post(`/leads/${RANDOM_ID}/deals`, { stage_id: stage.Novo })).status).toBe(404);
  const other = {
    name: 'Pós-venda',
    stages: [
      { name: 'A', is_entry: true },
      { name: 'Fim', is_won: true },
    ],
  };
  const { stages } = (await partner.owner.post<{ stages: { id: string }[] }>('/pipelines', other)).data;
  expect((await add(stages[1]?.id, 30)).data).toMatchObject({ value: 30, closed_value: 30 });
  const listed = (await partner.owner.get<OwnerLead[]>(`/leads?stage_id=${stages[1]?.id}`)).data;
  expect(listed.map((lead) => lead.id)).toEqual([id]);
});

it('ends the named deals with a merge, and no others', async () => {
  const [lead, twin] = await pair({}, { deals: [{ stage_id: stage.Ganho, value: 4 }, { stage_id: stage.Agendado }] });
  const [sold, open] = twin.deals.map(({ id }) => id);
  const merge = (close_deal_ids: unknown) =>
    partner.owner.post<OwnerLead>(`/leads/${twin.id}/merge`, { into: lead.id, close_deal_ids });
  expect((await merge([open, RANDOM_ID])).fields).toEqual(['close_deal_ids.1']);
  expect((await merge('x')).fields).toEqual(['close_deal_ids']);
  // A sale stays in the sums.
  expect((await merge([sold])).fields).toEqual(['close_deal_ids.0']);
  const { status, data } = await merge([open, dealOf(lead as OwnerLead)]);
  expect([status, data.deals.map(({ id, closed_value }) => [id, closed_value])]).toEqual([200, [[sold, 4]]]);
  for (const name of ['Novo', 'Agendado']) {
    expect((await partner.api.get<unknown[]>(`/leads?stage_id=${stage[name]}`)).data).toEqual([]);
  }
  expect((await partner.api.get<OwnerLead[]>(`/leads?stage_id=${stage.Ganho}`)).data.map(({ id }) => id)).toEqual([
    lead.id,
  ]);
});

it('of an erased person stays, without a reason', async () => {
  const [lead, lost] = [await enter('Ganho', { value: 3 }), await enter('Perdido')];
  await put(lost, 'Perdido', { reason: 'segredo' });
  for (const { id } of [lead, lost]) await erase(id);
  const rows = await partner.sql(
    'select is_won, value::float, reason from closings where account_id = $1 order by is_won',
  );
  expect(rows).toEqual([
    { is_won: false, value: null, reason: null },
    { is_won: true, value: 3, reason: null },
  ]);
});

it('that a killed instance has not settled has the value and the moment of its stay, as soon as all leads are looked at', async () => {
  const [sold, lost, back] = [await enter('Ganho', { value: 3 }), await enter('Novo'), await enter('Ganho')];
  await put(lost, 'Perdido', { reason: 'caro' });
  await partner.sql('delete from closings where account_id = $1 and lead_id <> $2', back.id);
  await partner.sql(
    `with e as (update list_entries set list_id = $3 where account_id = $1 and list_id = $4 and lead_id = $2)
     update deals set stage_id = $3 where account_id = $1 and lead_id = $2`,
    back.id,
    stage.Novo,
    stage.Ganho,
  );
  expect((await detail(back.id)).deals.map(ending)).toEqual([OPEN]);
  expect(await test.app.get(EndedDealsJob).run()).toBe(0);
  const [won, gone] = [(await detail(sold.id)).deals[0], (await detail(lost.id)).deals[0]];
  expect([won?.closed_value, won?.closed_at]).toEqual([3, won?.entered_stage_at]);
  expect(gone?.lost_reason).toBe('caro');
  expect(await count('closings')).toBe(2);
});

it('follows the kind of its stage', async () => {
  const [sold, other] = [await enter('Novo', { value: 5 }), await enter('Novo', { value: 6 })];
  const become = (is_won: boolean) => partner.owner.patch(`/stages/${stage.Agendado}`, { is_won });
  const closings = () => count('closings', `stage_id = '${stage.Agendado}'`);
  for (const lead of [sold, other]) await put(lead, 'Agendado');
  expect(await closings()).toBe(0);
  await become(true);
  await until(async () => (await closings()) === 2);
  expect((await detail(sold.id)).deals.map(({ closed_value }) => closed_value)).toEqual([5]);
  await become(false);
  await until(async () => (await closings()) === 0);
  // A deal that leaves at the moment of the change, before its stage is looked at.
  await become(true);
  await until(async () => (await closings()) === 2);
  await partner.sql('update stages set is_won = false where account_id = $1 and id = $2', stage.Agendado);
  await put(other, 'Novo');
  expect(await closings()).toBe(1);
});

it('follows the kind of its stage also when the job fails at first', async () => {
  const lead = await enter('Agendado', { value: 5 });
  const settle = jest.spyOn(EndedDealsJob.prototype, 'settle');
  // A change runs the job twice, so that the second run finds what came during the first one.
  for (const _ of times(2, Number)) settle.mockRejectedValueOnce(new Error('no connection'));
  await partner.owner.patch(`/stages/${stage.Agendado}`, { is_won: true });
  await until(() => settle.mock.calls.length === 2);
  await until(async () => {
    await runsOf(test.app.get(ChangedStagesJob)).begin();
    return (await count('closings', `stage_id = '${stage.Agendado}'`)) === 1;
  });
  expect((await detail(lead.id)).deals.map(({ closed_value }) => closed_value)).toEqual([5]);
  settle.mockRestore();
});

it('of a lost stage that becomes a won one has a value and no reason', async () => {
  const lead = await enter('Novo', { value: 50 });
  await put(lead, 'Perdido', { reason: 'caro' });
  await partner.owner.patch(`/stages/${stage.Perdido}`, { is_won: true, is_lost: false });
  await until(async () => (await count('closings', 'is_won')) === 1);
  const [deal] = (await detail(lead.id)).deals as OwnerDeal[];
  expect([deal?.closed_value, deal?.lost_reason]).toEqual([50, null]);
  expect((await partner.owner.get<OwnerLead[]>('/leads?loss_reason=caro')).data).toEqual([]);
});

it('stays out of everything that partners see', async () => {
  const lead = await enter('Ganho', { value: 3 });
  await put(lead, 'Ganho', { closed_value: 987_654 });
  const since = encodeURIComponent('2020-01-01T00:00:00Z');
  for (const path of [`/leads/${lead.id}`, '/leads', `/leads?updated_since=${since}`, '/pipelines', '/metrics']) {
    const { status, text } = await partner.api.get(path);
    expect([path, status, /closed_|lost_reason|987654/.test(text)]).toEqual([path, 200, false]);
  }
});
