import { MAX_ACTIVITIES, MAX_OPEN_TASKS } from '../../src/contract/limits';
import { appStarter, type Partner, startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { readersOf, sessionSettings, watchExecutions } from '../support/executions';
import { addLeads } from '../support/many-leads';

/** A page costs what it shows, however much was done with its leads. */

const LEADS = 25;
/** Entries of each kind of each lead: of the calm ones, and of the busy ones. */
const [CALM, BUSY] = [150, MAX_ACTIVITIES];

interface Account {
  readonly partner: Partner;
  readonly leadId: string;
}

const start = appStarter();
let calm: Account;
let busy: Account;

beforeAll(async () => {
  const url = await privateDatabase('busy_leads_cost');
  const before = await startApp({ DATABASE_URL: url });
  for (const setting of sessionSettings(new URL(url).pathname.slice(1), 'auto')) await before.sql(setting);
  await before.close();
  const test = await start({ DATABASE_URL: url });
  calm = await accountOf(test, await test.partner(), CALM);
  busy = await accountOf(test, await test.partner(), BUSY);
  await test.sql('analyze');
});

const LEADS_OF_ACCOUNT = `(select f.* from leads f where f.account_id = $1) l, generate_series(1, $2::int) n`;

const STATEMENTS = [
  `insert into activities (account_id, id, lead_id, type, text, at, due_at, done_at)
   select $1, gen_random_uuid(), l.id, case when n <= 4 then 'task' else 'note' end, 'x', now() - n * interval '1 minute',
     case when n <= 4 then now() - n * interval '1 hour' end, null
   from ${LEADS_OF_ACCOUNT}`,
  `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at)
   select $1, gen_random_uuid(), l.id, now() - n * interval '2 days', true, now() from ${LEADS_OF_ACCOUNT}`,
  `insert into stage_moves (account_id, id, lead_id, deal_id, from_stage_id, to_stage_id, moved_by, moved_at)
   select $1, gen_random_uuid(), l.id, d.id, d.stage_id, d.stage_id, 'staff', now() - n * interval '1 minute'
   from ${LEADS_OF_ACCOUNT} join deals d on d.account_id = $1 where d.lead_id = l.id`,
  `insert into lead_assignments (account_id, id, lead_id, assigned_by, assigned_at)
   select $1, gen_random_uuid(), l.id, 'staff', now() - n * interval '1 minute' from ${LEADS_OF_ACCOUNT}`,
  `insert into submissions (account_id, id, claims_external_id, conversation_id, lead_id, request_id, result, created_at)
   select $1, gen_random_uuid(), false, l.conversation_id, l.id, gen_random_uuid(), 'updated', now() - n * interval '20 minutes'
   from ${LEADS_OF_ACCOUNT}`,
  `insert into held_submissions (account_id, id, submission_id, reason, key_id, key_name, request_id, created_at, state, resolved_at)
   select $1, gen_random_uuid(), gen_random_uuid(), 'ambiguous_lead', $1, 'site', gen_random_uuid(), now(), 'dismissed', now()
   from ${LEADS_OF_ACCOUNT}`,
  `insert into automation_runs (account_id, automation_id, deal_id, entered_stage_at, ran_at)
   select $1, a.id, d.id, now() - n * interval '1 minute', now() - n * interval '1 minute'
   from generate_series(1, $2::int) n, deals d, automations a where d.account_id = $1 and a.account_id = $1 limit 20 * $2`,
];

async function accountOf(test: TestApp, partner: Partner, entries: number): Promise<Account> {
  const { accountId } = partner;
  const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
  const stageId = (await partner.stages()).Novo ?? '';
  await addLeads(test, { accountId, pipelineId: pipeline?.id ?? '', stageId }, { count: LEADS, since: '2026-01-01' });
  await partner.owner.post(`/stages/${stageId}/automations`, { idle_days: 300, action: { type: 'notify' } });
  for (const statement of STATEMENTS) await test.sql(statement, [accountId, entries]);
  // Tasks that were done are in the timeline alone.
  await test.sql(
    `insert into activities (account_id, id, lead_id, type, text, at, due_at, done_at)
     select $1, gen_random_uuid(), l.id, 'task', 'x', now(), now() - n * interval '1 day', now() from ${LEADS_OF_ACCOUNT}`,
    [accountId, entries],
  );
  const [lead] = await test.sql<{ id: string }>('select id from leads where account_id = $1 order by id limit 1', [
    accountId,
  ]);
  return { partner, leadId: lead?.id ?? '' };
}

const PAGES: Record<string, (account: Account) => string> = {
  'the day': () => '/today',
  'a page of tasks': () => '/leads?today=due',
  'a page of leads': () => '/leads',
  'a lead’s timeline': ({ leadId }) => `/leads/${leadId}/timeline`,
};

it.each(Object.keys(PAGES))('%s reads no more of busier leads', async (name) => {
  const read = async (account: Account) => {
    const executions = await watchExecutions(async () => {
      expect((await account.partner.owner.get(PAGES[name]?.(account) ?? '')).status).toBe(200);
    });
    const buffers = executions.reduce((sum, one) => sum + one.buffers, 0);
    return { buffers, plans: executions.map(({ text, plan }) => [text.slice(0, 200), ...readersOf(plan)]) };
  };
  const [few, many] = [await read(calm), await read(busy)];
  const isBounded = many.buffers <= 1.5 * few.buffers;
  expect([name, few.buffers, many.buffers, isBounded, isBounded ? [] : many.plans]).toEqual([
    name,
    expect.any(Number),
    expect.any(Number),
    true,
    [],
  ]);
});

it('a page of leads with as many tasks as a lead may have reads each a few times', async () => {
  const { partner } = busy;
  await partner.sql(
    `insert into activities (account_id, id, lead_id, type, text, at, due_at)
     select $1, gen_random_uuid(), l.id, 'task', 'x', now(), now() - interval '1 day'
     from leads l, generate_series(5, $2::int) where l.account_id = $1`,
    MAX_OPEN_TASKS,
  );
  const executions = await watchExecutions(async () => {
    const { data } = await partner.owner.get<{ tasks_count: number }[]>('/leads?today=due&limit=20');
    expect(data.map((lead) => lead.tasks_count)).toEqual(Array.from({ length: 20 }, () => MAX_OPEN_TASKS));
  });
  const examined = executions.reduce((sum, one) => sum + one.examined, 0);
  expect(examined).toBeLessThan(10 * LEADS * MAX_OPEN_TASKS);
});
