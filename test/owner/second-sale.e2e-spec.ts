import type { Board } from '../../src/contract/board';
import type { OwnerDeal } from '../../src/contract/deal';
import type { BulkResult, LeadView, OwnerLead } from '../../src/contract/lead';
import { MAX_DEALS } from '../../src/contract/limits';
import type { MetricsRows } from '../../src/contract/metrics';
import { appForAllTests } from '../support/app';
import { importCalls } from '../support/import-calls';
import { leadCalls } from '../support/lead-calls';
import { shortOrLong } from '../support/long';
import { race, tally, times } from '../support/race';
import { forEachTest } from '../support/setup';

/** A lead with several deals in one pipeline, of which one at most is in progress. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { staffLead, submit, detail, move, merge, erase, duplicate, count, wrongEntries } = leadCalls(test, partner);
const { send, run, reportOf } = importCalls(test, partner);

const add = (leadId: string, body: object = {}) =>
  partner.owner.post<OwnerDeal>(`/leads/${leadId}/deals`, { stage_id: stage.Novo, ...body });
const put = (deal: { id: string } | undefined, name: string, body: object = {}) =>
  partner.owner.put<OwnerDeal>(`/deals/${deal?.id}/stage`, { stage_id: stage[name], ...body });
const stagesOf = async (leadId: string) =>
  (await detail(leadId)).deals.map(({ stage_id: id }) => Object.keys(stage).find((name) => stage[name] === id));

/** A lead that bought for 100 reais and is asked for 40 more. */
async function buyer() {
  const lead = await submit({ name: 'Rita', deal: { value: 100 } });
  await put(lead.deals[0], 'Ganho');
  const second = (await add(lead.id, { value: 40 })).data;
  return { ...lead, first: lead.deals[0] as OwnerDeal, second };
}

it.each(['Ganho', 'Perdido'])('begins after a deal in “%s”, beside it', async (end) => {
  const lead = await submit();
  await put(lead.deals[0], end);
  const { status, data } = await add(lead.id, { value: 7 });
  expect([status, data.value, data.stage_id]).toEqual([201, 7, stage.Novo]);
  expect(await stagesOf(lead.id)).toEqual([end, 'Novo']);
  await put(data, end);
  expect((await add(lead.id, { stage_id: stage.Agendado })).status).toBe(201);
  expect(await stagesOf(lead.id)).toEqual([end, end, 'Agendado']);
  expect(await wrongEntries()).toEqual([]);
});

it('waits while one is in progress', async () => {
  const lead = await staffLead({ deals: [{ stage_id: stage.Ganho }, { stage_id: stage.Novo }] });
  const refused = await add(lead.id);
  expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
  await put(lead.deals[1], 'Perdido');
  expect((await add(lead.id)).status).toBe(201);
});

it('begins once, when two ask for it at the same time', async () => {
  for (let round = 0; round < shortOrLong(3, 8); round++) {
    const lead = await submit();
    await put(lead.deals[0], 'Ganho');
    const answers = await race(
      round,
      () => add(lead.id),
      () => add(lead.id, { value: 1 }),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 1 });
    expect(await stagesOf(lead.id)).toEqual(['Ganho', 'Novo']);
  }
});

it('has a value or none, from the console and the back office', async () => {
  const lead = await submit();
  await put(lead.deals[0], 'Ganho');
  const { status, data } = await add(lead.id, { value: null });
  expect([status, data.value]).toEqual([201, null]);
  const deals = [{ stage_id: stage.Ganho, value: null }];
  expect((await staffLead({ deals })).deals.map(({ value }) => value)).toEqual([null]);
  expect((await add(lead.id, { value: 'x' })).fields).toEqual(['value']);
});

it('ends where a lead has too many', async () => {
  const deals = times(50, () => ({ stage_id: stage.Ganho }));
  const lead = await staffLead({ deals });
  for (let n = 50; n < MAX_DEALS; n++) await add(lead.id, { stage_id: stage.Perdido });
  expect((await detail(lead.id)).deals).toHaveLength(MAX_DEALS);
  expect((await add(lead.id)).error.code).toBe('conflict');
});

it('is the deal that a move of several leads means, and ambiguous to partners', async () => {
  const lead = await buyer();
  const bulk = async (name: string) =>
    (await partner.owner.post<BulkResult>('/leads/bulk', { lead_ids: [lead.id], stage_id: stage[name] })).data;
  expect(await bulk('Agendado')).toEqual({ changed: 1, unchanged: 0, refused: [] });
  expect(await stagesOf(lead.id)).toEqual(['Ganho', 'Agendado']);
  const named = await move(lead.id, { stage_id: stage.Novo });
  expect([named.status, named.error.code]).toEqual([409, 'ambiguous_deal']);
  expect((await move(lead.id, { stage_id: stage.Novo, deal_id: lead.second.id })).status).toBe(200);
  expect(await bulk('Perdido')).toMatchObject({ changed: 1 });
  expect((await bulk('Novo')).refused).toEqual([{ id: lead.id, code: 'ambiguous_deal' }]);
  expect(await stagesOf(lead.id)).toEqual(['Ganho', 'Perdido']);
});

it('comes after the first in what partners see, and keeps their submissions away from new deals', async () => {
  const lead = await buyer();
  const { data } = await partner.api.get<LeadView>(`/leads/${lead.id}`);
  expect(data.deals.map(({ id }) => id)).toEqual([lead.first.id, lead.second.id]);
  const again = await submit({ phone: lead.phone, deal: { stage_id: stage.Agendado, value: 9 } });
  expect(again.deals).toEqual(data.deals);
});

const breakdown = async (by: string) => (await partner.owner.get<MetricsRows>(`/metrics/breakdown?by=${by}`)).data;

it('counts in the figures by itself: two sales of one lead', async () => {
  const lead = await buyer();
  const figures = async () => {
    const { total } = await breakdown('origin');
    return [total.leads, total.won, total.sold, total.lost];
  };
  expect(await figures()).toEqual([1, 1, 100, 0]);
  await put(lead.second, 'Ganho', { closed_value: 45.5 });
  expect(await figures()).toEqual([1, 2, 145.5, 0]);
  const { rows } = await breakdown('stage');
  expect(rows.find(({ key }) => key === stage.Ganho)).toMatchObject({ leads: 1, won: 2, sold: 145.5 });
  await put(lead.second, 'Perdido', { reason: 'caro' });
  expect(await figures()).toEqual([1, 1, 100, 1]);
  const { data } = await partner.owner.get<{ closed: number; leads: number }>('/metrics');
  expect([data.leads, data.closed]).toEqual([1, 1]);
  expect((await partner.owner.get<OwnerLead[]>('/leads?loss_reason=caro')).data.map(({ id }) => id)).toEqual([lead.id]);
});

it('has its own card on the board', async () => {
  const lead = await buyer();
  const { id } = (await partner.owner.get<{ id: string }[]>('/pipelines')).data[0] ?? {};
  const { stages } = (await partner.owner.get<Board>(`/pipelines/${id}/board`)).data;
  const cards = stages.flatMap(({ name, cards }) => cards.map(({ deal }) => [name, deal.id]));
  expect(cards).toEqual([
    ['Novo', lead.second.id],
    ['Ganho', lead.first.id],
  ]);
  const values = stages.filter(({ count }) => count > 0).map(({ name, count, value }) => [name, count, value]);
  expect(values).toEqual([
    ['Novo', 1, 40],
    ['Ganho', 1, 100],
  ]);
});

it('has a row of its own in the file of leads, which changes nothing when it is imported', async () => {
  const lead = await buyer();
  const { text } = await partner.owner.get('/leads/export.csv');
  const cells = text.split('\r\n').map((line) => line.split(';').slice(8, 10));
  expect(cells.slice(1, 3)).toEqual([
    ['Ganho', '"100,00"'],
    ['Novo', '"40,00"'],
  ]);
  const { id } = (await send(text)).data;
  await run();
  expect(await reportOf(id)).toMatchObject({ rows: 2, refused: 0 });
  expect((await detail(lead.id)).deals).toEqual([expect.objectContaining({ closed_value: 100 }), lead.second]);
});

it('goes with a merge, after the deals of the lead that stays', async () => {
  const lead = await buyer();
  const twin = await duplicate(lead.phone, {
    deals: [{ stage_id: stage.Ganho, value: 5 }, { stage_id: stage.Perdido }],
  });
  const { status, data } = await merge(twin.id, lead.id);
  expect([status, data.deals.map(({ closed_value }) => closed_value)]).toEqual([200, [100, null, 5, null]]);
  const rows = await partner.sql<{ copy: number }>('select copy from deals where account_id = $1 order by copy');
  expect(rows.map(({ copy }) => copy)).toEqual([0, 1, 2, 3]);
  expect((await add(lead.id)).error.code).toBe('conflict');
  await put(lead.second, 'Ganho');
  expect((await add(lead.id)).status).toBe(201);
  expect((await breakdown('origin')).total).toMatchObject({ won: 3, sold: 145, lost: 1 });
  expect(await wrongEntries()).toEqual([]);
});

it('ends with the person, whose sales stay in the sums', async () => {
  const lead = await buyer();
  await put(lead.second, 'Ganho');
  await erase(lead.id);
  expect(await count('deals')).toBe(0);
  expect((await breakdown('origin')).total).toMatchObject({ won: 2, sold: 140 });
});
