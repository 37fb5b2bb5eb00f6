import { appForAllTests, type Partner } from '../support/app';
import { automationCalls } from '../support/automation-calls';
import { leadCalls } from '../support/lead-calls';
import { addLeads } from '../support/many-leads';
import { addAgedLeads, rotaCalls } from '../support/rota-calls';
import { forEachTest } from '../support/setup';

/** Accounts with more work than a batch do not hold up others: of the job's order it is seen when each lead was done. */

const test = appForAllTests();
/** Found first by every job, because its id is smaller. */
const busy = forEachTest(() => test.partner());
const other = forEachTest(() => test.partner());
const stage = forEachTest(() => busy.stages());
const { runAfter } = automationCalls(test, busy, stage);

/** How many leads of the busy account were done before the last one of the other account. */
async function doneBefore(done: string): Promise<number> {
  const momentsOf = async (partner: Partner) =>
    (await partner.sql<{ at: Date }>(done)).map(({ at }) => at.getTime()).sort((a, b) => a - b);
  const [many, few] = [await momentsOf(busy), await momentsOf(other)];
  expect([many.length, few.length]).toEqual([MANY, 1]);
  return many.filter((at) => at < Math.max(...few)).length;
}

const MANY = 300;
const ASSIGNED = 'select assigned_at as at from lead_assignments where account_id = $1';

it('a rota with many leads takes turns with the rota of another account', async () => {
  for (const [partner, count] of [[busy, MANY] as const, [other, 1] as const]) {
    const { team, setRota, pipeline } = rotaCalls(test, partner);
    await setRota((await team('Ana')).map(({ id }) => id));
    await partner.sql(`update rotas set served_to = '00000000-0000-0000-0000-000000000000' where account_id = $1`);
    await addAgedLeads(partner, await pipeline(), { count, secondsAgo: 600, byHand: false });
  }
  await rotaCalls(test, busy).serve();
  expect(await doneBefore(ASSIGNED)).toBe(100);
});

it('a hand-over of many leads takes turns with that of another account', async () => {
  for (const [partner, count] of [[busy, MANY] as const, [other, 1] as const]) {
    const { team, pipeline, change } = rotaCalls(test, partner);
    const [ana = ''] = (await team('Ana')).map(({ id }) => id);
    await addAgedLeads(partner, await pipeline(), { count, secondsAgo: 600, byHand: true });
    await partner.sql('update leads set responsible_id = $2 where account_id = $1', ana);
    expect((await change(ana, { active: false })).data.handing_over).toBe(count);
  }
  await rotaCalls(test, busy).handOver();
  expect(await doneBefore(ASSIGNED)).toBe(200);
});

it('a rule for many deals takes turns with a rule of another account', async () => {
  for (const [partner, count] of [[busy, MANY] as const, [other, 1] as const]) {
    const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
    const stageId = (await partner.stages()).Novo ?? '';
    const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId };
    await addLeads(test, place, { count, since: '2026-01-01' });
    const action = { type: 'add_tag', tag: 'parado' };
    await partner.owner.post(`/stages/${stageId}/automations`, { idle_days: 3, action });
  }
  await runAfter(4);
  expect(await leadCalls(test, busy).count('lead_tags')).toBe(MANY);
  expect(await doneBefore('select updated_at as at from leads where account_id = $1')).toBeLessThan(3);
});
