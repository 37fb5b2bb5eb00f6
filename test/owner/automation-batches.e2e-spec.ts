import { AutomationRunner } from '../../src/automations/automation-runner';
import type { LeadView } from '../../src/contract/lead';
import { type Partner, startApp, type TestApp } from '../support/app';
import { addLeads } from '../support/many-leads';
import { phones } from '../support/phones';

/** More than two times what a run looks at in one go. */
const MANY = 410;
const DAY_MS = 24 * 60 * 60 * 1000;

let test: TestApp;
let partner: Partner;
let stage: Record<string, string>;
const nextPhone = phones();

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  partner = await test.partner('leads:read', 'leads:write', 'pipeline:read');
  stage = await partner.stages();
});
afterEach(() => test.sql('delete from automations where account_id = $1', [partner.accountId]));
afterAll(() => test.close());

const addRule = (action: object, name = 'Novo') =>
  partner.owner.post<{ id: string }>(`/stages/${stage[name]}/automations`, { idle_days: 3, action });
const run = () => test.app.get(AutomationRunner).run(new Date(Date.now() + 4 * DAY_MS));

/** How many rows of the account there are. */
const count = async (table: string, where = 'true'): Promise<number> =>
  (await test.sql(`select from ${table} where account_id = $1 and ${where}`, [partner.accountId])).length;

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
  const { lead } = (await partner.api.post<{ lead: LeadView }>('/leads', { phone: nextPhone.mobile() })).data;
  await addRule({ type: 'move', stage_id: stage['Perdido'] });
  await test.sql(
    `insert into automations (account_id, id, stage_id, idle_days, action, created_at)
     select $1, gen_random_uuid(), $2, 3, 'notify', now() from generate_series(1, ${MANY})`,
    [partner.accountId, stage['Novo']],
  );
  expect(await run()).toBe(0);
  expect(await count('notifications', `type = 'automation.notice'`)).toBe(MANY);
  const moved = (await partner.api.get<LeadView>(`/leads/${lead.id}`)).data;
  expect(moved.deals.map(({ stage_id }) => stage_id)).toEqual([stage['Perdido']]);
  expect(await run()).toBe(0);
  expect(await count('notifications', `type = 'automation.notice'`)).toBe(MANY);
});
