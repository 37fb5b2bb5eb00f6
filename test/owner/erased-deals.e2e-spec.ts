import type { Board } from '../../src/contract/board';
import type { Metrics, MetricsBreakdown } from '../../src/contract/metrics';
import type { PipelineView } from '../../src/contract/pipeline';
import { appForAllTests } from '../support/app';
import { deadlocks } from '../support/deadlocks';
import { leadCalls } from '../support/lead-calls';
import { LEFT_DEALS } from '../support/left-deals';
import { times } from '../support/race';
import { forEachTest } from '../support/setup';

/** An erasure deletes a person's deals. Earlier events stay in the counts of their days. */

const test = appForAllTests();
const partner = forEachTest(() => test.partner());
const stage = forEachTest(() => partner.stages());
const { nextPhone, submit, duplicate, pair, count, detail, merge, erase, move } = leadCalls(test, partner);

const left = () => test.sql(LEFT_DEALS, [[partner.accountId]]);
const metrics = async () => (await partner.api.get<Metrics>('/metrics')).data;
const breakdown = async () => (await partner.owner.get<MetricsBreakdown>('/metrics/breakdown')).data;
const openDeals = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await metrics()).pipeline.stages.map(({ name, open_deals }) => [name, open_deals]));
const removeStage = (name: string) => partner.owner.delete(`/stages/${stage[name]}`);

/** Makes a second pipeline, with two stages. */
const secondPipeline = async () =>
  (
    await partner.owner.post<PipelineView>('/pipelines', {
      name: 'Outro',
      stages: [{ name: 'Entrada', is_entry: true }, { name: 'Depois' }],
    })
  ).data;

it('counts in no stage, nor as scheduled or closed; the days keep what happened', async () => {
  const attribution = { utm_source: 'ig' };
  const [scheduled, won, kept] = [await submit({ attribution }), await submit({ attribution }), await submit()];
  for (const lead of [scheduled, kept]) await move(lead.id, { stage_id: stage['Agendado'] });
  await partner.staff.put(`/deals/${won.deals[0]?.id}/stage`, { stage_id: stage['Ganho'] });
  const starts_at = new Date().toISOString();
  await partner.staff.post('/appointments', { lead_id: scheduled.id, starts_at, attended: true });
  const before = await metrics();
  expect([before.scheduled, before.closed, before.attended]).toEqual([2, 1, 1]);
  for (const lead of [scheduled, won]) expect((await erase(lead.id)).status).toBe(200);
  const { pipeline, ...after } = await metrics();
  const { pipeline: _, ...happened } = before;
  expect(after).toEqual({ ...happened, scheduled: 1, closed: 0 });
  expect(pipeline.stages.map(({ open_deals }) => open_deals)).toEqual([0, 0, 1, 0, 0]);
  expect((await breakdown()).by_origin?.map((row) => [row.leads, row.won, row.lost])).toEqual([
    [2, 0, 0],
    [1, 0, 0],
  ]);
});

it('is in no sum of the board or the breakdown', async () => {
  const lead = await submit({ deal: { value: 70 } });
  await submit({ deal: { value: 5 } });
  await erase(lead.id);
  const { id } = (await metrics()).pipeline;
  const board = (await partner.owner.get<Board>(`/pipelines/${id}/board`)).data;
  expect(board.stages.slice(0, 1)).toMatchObject([{ count: 1, value: 5 }]);
  expect((await breakdown()).pipeline.stages.slice(0, 1)).toMatchObject([
    { open_deals: 1, value: 5, deals_of_period: 1 },
  ]);
});

it('holds neither its stage nor its pipeline back from being deleted', async () => {
  const other = await secondPipeline();
  const [entry, later] = other.stages;
  const phone = nextPhone.mobile();
  const lead = await submit({ phone, deal: { stage_id: stage['Em contato'] } });
  await submit({ phone, deal: { pipeline_id: other.id } });
  await move(lead.id, { stage_id: later?.id });
  expect((await removeStage('Em contato')).error.code).toBe('stage_in_use');
  await erase(lead.id);
  expect((await removeStage('Em contato')).status).toBe(200);
  expect((await partner.owner.delete(`/stages/${entry?.id}`)).status).toBe(200);
  expect((await partner.owner.delete(`/pipelines/${other.id}`)).status).toBe(200);
});

it('ends with each lead of the phone, those of a merge too; its automations have run', async () => {
  const [first, second] = await pair({}, { deals: [{ stage_id: stage['Agendado'] }, { stage_id: stage['Agendado'] }] });
  const third = await duplicate(first.phone, { deals: [{ stage_id: stage['Ganho'] }] });
  await merge(second.id, first.id);
  await partner.owner.post(`/stages/${stage['Novo']}/automations`, { idle_days: 1, action: { type: 'notify' } });
  await partner.sql(
    `insert into automation_runs (account_id, automation_id, deal_id, entered_stage_at, ran_at)
     select a.account_id, a.id, d.id, d.entered_stage_at, now() from automations a
     join deals d on d.account_id = a.account_id where a.account_id = $1`,
  );
  await erase(third.id);
  expect(await count('deals')).toBe(0);
  expect(Object.values(await openDeals())).toEqual([0, 0, 0, 0, 0]);
  expect((await detail(first.id)).deals).toEqual([]);
});

it('of a person who is erased by phone ends too', async () => {
  const lead = await submit();
  expect((await partner.owner.post('/people/erase', { phone: lead.phone })).status).toBe(200);
  expect(await count('deals')).toBe(0);
});

it('while others move it: nothing is left, and never an error', async () => {
  const leads = await Promise.all(times(3, () => submit()));
  const answers = await Promise.all(
    leads.flatMap(({ id, phone }) => [
      erase(id),
      move(id, { stage_id: stage['Em contato'] }),
      partner.api.post('/leads', { phone, tags: ['x'] }),
      partner.staff.post('/leads', { phone, allow_duplicate: true, deals: [{ stage_id: stage['Novo'] }] }),
      move(id, { stage_id: stage['Agendado'] }),
      erase(id),
    ]),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await left()).toEqual([]);
  expect(await deadlocks()).toBe(0);
});
