import { appForAllTests } from '../support/app';
import { addLeads } from '../support/many-leads';
import { forEachTest } from '../support/setup';
import { leadCalls } from '../support/lead-calls';
import { automationCalls } from '../support/automation-calls';

/** More deals than two batches of a run. */
const MANY = 410;

const test = appForAllTests();
const partner = forEachTest(() => test.partner('leads:read', 'leads:write', 'pipeline:read'));
const stage = forEachTest(() => partner.stages());
const { submit, count } = leadCalls(test, partner);
const { addRule, runAfter, stageOf } = automationCalls(test, partner, stage);
const run = () => runAfter(4);

it('a rule runs for every deal that is due, however many there are, and for each once', async () => {
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  const place = { accountId: partner.accountId, pipelineId: pipeline?.id ?? '', stageId: stage['Novo'] ?? '' };
  await addLeads(test, place, { count: MANY, since: '2026-01-01' });
  await addRule({ type: 'add_tag', tag: 'parado' });
  await addRule({ type: 'move', stage_id: stage['Perdido'] });
  expect(await run()).toBe(0);
  expect([await count('lead_tags'), await count('stage_moves')]).toEqual([MANY, MANY]);
  expect(await count('deals', `stage_id = '${stage['Perdido']}'`)).toBe(MANY);
  expect(await run()).toBe(0);
  expect([await count('lead_tags'), await count('stage_moves')]).toEqual([MANY, MANY]);
});

it('every rule that is due runs, however many there are, the move last', async () => {
  const lead = await submit();
  await addRule({ type: 'move', stage_id: stage['Perdido'] });
  await partner.sql(
    `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
     select $1, gen_random_uuid(), $2, 3, 'notify', now() from generate_series(1, ${MANY})`,
    stage['Novo'],
  );
  expect(await run()).toBe(0);
  expect(await count('notifications', `type = 'automation.notice'`)).toBe(MANY);
  expect(await stageOf(lead.id)).toBe(stage['Perdido']);
  expect(await run()).toBe(0);
  expect(await count('notifications', `type = 'automation.notice'`)).toBe(MANY);
});
