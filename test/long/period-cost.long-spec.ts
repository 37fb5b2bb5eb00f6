import { type Metrics, BROKEN_DOWN_BY, type MetricsRows } from '../../src/contract/metrics';
import { countsOf } from '../../src/imports/imports.queries';
import { MetricsService } from '../../src/metrics/metrics.service';
import { appStarter, type Partner, startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { type Execution, readersOf, sessionSettings, watchExecutions } from '../support/executions';
import { addLeads } from '../support/many-leads';
import { memberCalls, type SignedIn } from '../support/member-calls';

/** What figures and appointments cost follows the period or the page that is asked, not what the account holds. */

/** Leads of the seller, of 300 days. */
const LEADS = 9_000;
const OF_A_DAY = LEADS / 300;
const [YEAR, DAY] = ['from=2026-01-01&to=2026-12-31', 'from=2026-03-02&to=2026-03-02'];
const MOMENT = '2030-03-02T12:00:00.000Z';

const start = appStarter();
let test: TestApp;
let partner: Partner;
let seller: SignedIn;
let colleague: SignedIn;

beforeAll(async () => {
  const url = await privateDatabase('period_cost');
  const before = await startApp({ DATABASE_URL: url });
  for (const setting of sessionSettings(new URL(url).pathname.slice(1), 'auto')) await before.sql(setting);
  await before.close();
  test = await start({ DATABASE_URL: url });
  // The seller's leads and the contacts of a year are many.
  test.app.get(MetricsService).many = LEADS / 2;
  partner = await test.partner();
  const { join } = memberCalls(test);
  [seller, colleague] = [await join(partner, 'seller', 'Ana'), await join(partner, 'seller', 'Bia')];
  const [pipeline] = (await partner.api.get<{ id: string }[]>('/pipelines')).data;
  const { Novo = '', Ganho } = await partner.stages();
  const { accountId } = partner;
  await addLeads(
    test,
    { accountId, pipelineId: pipeline?.id ?? '', stageId: Novo },
    { count: LEADS, since: '2026-01-01' },
  );
  await partner.sql(`update leads set responsible_id = $2, utm_campaign = 'natal' where account_id = $1`, seller.id);
  await partner.sql(`update deals set stage_id = $2 where account_id = $1 and mod(hashtext(id::text), 2) = 0`, Ganho);
  await partner.sql(
    `update list_entries e set list_id = $2 from deals d
     where e.account_id = $1 and e.list_id = $3 and d.account_id = $1 and d.lead_id = e.lead_id and d.stage_id = $2`,
    Ganho,
    Novo,
  );
  await partner.sql(
    `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, value, opened_at, closed_at, member_id)
     select d.account_id, d.id, d.lead_id, d.stage_id, true, 10, d.created_at, d.conversation_day + interval '1 day', $2::uuid
     from deals d where d.account_id = $1 and d.stage_id = $3`,
    seller.id,
    Ganho,
  );
  // Of each third lead one that took place after its arrival, and one of the moment: in turn of the colleague and of nobody.
  await partner.sql(
    `insert into appointments (account_id, id, lead_id, starts_at, attended, created_at, member_id)
     select account_id, gen_random_uuid(), id, created_at + n * interval '1 hour', true, created_at, null
     from (select l.*, row_number() over () as n from leads l where l.account_id = $1) l where mod(n, 3) = 0
     union all
     select account_id, gen_random_uuid(), id, $2, false, created_at, case when mod(phone::bigint, 2) = 0 then $3::uuid end
     from leads where account_id = $1`,
    MOMENT,
    colleague.id,
  );
  await partner.sql(`update conversations set is_spam = true where account_id = $1 and mod(phone::bigint, 10) = 0`);
  await test.sql('vacuum analyze');
});

/** The executions of a call about the account's data. */
async function watch(call: () => Promise<{ readonly status: number }>): Promise<Execution[]> {
  const statuses: number[] = [];
  const executions = await watchExecutions(async () => void statuses.push((await call()).status));
  expect(statuses[0]).toBeLessThan(300);
  return executions;
}

const tooLarge = (executions: readonly Execution[], most: { examined: number; buffers: number }) =>
  executions
    .filter(({ examined, buffers }) => examined > most.examined || buffers > most.buffers)
    .map(({ examined, buffers, text, plan }) => [examined, buffers, text.slice(0, 300), readersOf(plan)]);

/** The present pipeline is about all deals of the seller. */
const isOfPeriod = ({ text }: Execution): boolean => !text.includes('from pipelines p');

const BREAKDOWNS = ['/metrics/breakdown?', ...BROKEN_DOWN_BY.map((by) => `/metrics/breakdown?by=${by}&`)];
const withoutSpam = (path: string): string => `${path}without_spam=true&`;

it.each(['/metrics?', ...BREAKDOWNS].flatMap((path) => [path, withoutSpam(path)]))(
  'a day of a seller with many leads reads the contacts of the day: %s',
  async (path) => {
    const executions = await watch(() => seller.api.get(`${path}${DAY}`));
    const found = executions.filter(isOfPeriod);
    expect(found.length).toBeGreaterThan(0);
    // The seller's leads are counted up to 1,000, and again.
    expect(tooLarge(found, { examined: 2_100, buffers: 30 * OF_A_DAY })).toEqual([]);
  },
);

it.each(BREAKDOWNS.flatMap((path) => [path, withoutSpam(path)]))(
  'a year reads each contact a few times: %s',
  async (path) => {
    for (const api of [partner.owner, seller.api]) {
      const executions = await watch(() => api.get(`${path}${YEAR}`));
      expect(tooLarge(executions, { examined: 6 * LEADS, buffers: 2 * LEADS })).toEqual([]);
    }
  },
);

it('an appointment among thousands of one moment looks at 2,000 of them', async () => {
  const { data } = await partner.owner.get<{ id: string }[]>('/leads?limit=1');
  const newcomer = await memberCalls(test).join(partner, 'seller');
  const body = { lead_id: data[0]?.id, starts_at: MOMENT, member_id: newcomer.id };
  const executions = await watch(() => partner.owner.post('/appointments', body));
  expect(tooLarge(executions, { examined: 4_100, buffers: 12_000 })).toEqual([]);
});

it.each(['owner', 'seller who sees own leads', 'member asked for'])(
  'a page of appointments is a page: %s',
  async (who) => {
    await partner.owner.patch('/account', { sellers_see: 'own' });
    const api = who === 'seller who sees own leads' ? seller.api : partner.owner;
    const query = who === 'member asked for' ? `&responsible=${colleague.id}` : '';
    const executions = await watch(() => api.get(`/appointments?from=2030-03-02&to=2030-03-02&limit=20${query}`));
    expect(tooLarge(executions, { examined: 150, buffers: 500 })).toEqual([]);
  },
);

it('a page of tasks is a page', async () => {
  await partner.sql(
    `insert into activities (account_id, id, lead_id, type, text, at, due_at)
     select l.account_id, gen_random_uuid(), l.id, 'task', 'Ligar', now(), '2030-03-02T12:00Z'::timestamptz + n * interval '1 day'
     from (select f.* from leads f where f.account_id = $1 order by f.id limit 1000) l, generate_series(-5, 5) n`,
  );
  for (const query of ['', `&responsible=${colleague.id}`]) {
    const executions = await watch(() => partner.owner.get(`/tasks?from=2030-03-02&to=2030-03-02&limit=20${query}`));
    expect(tooLarge(executions, { examined: query ? 3_200 : 150, buffers: query ? 6_000 : 500 })).toEqual([]);
  }
});

it('a page of imports reads none of their rows', async () => {
  await partner.sql(
    `insert into imports (account_id, id, file_hash, created_at, leased_until, finished_at)
     select $1, gen_random_uuid(), int4send(n), now(), now(), now() from generate_series(1, 50) n`,
  );
  await partner.sql(
    `insert into import_rows (account_id, import_id, row_number, result)
     select i.account_id, i.id, n, 'created' from imports i, generate_series(2, 101) n where i.account_id = $1`,
  );
  await partner.sql(`update imports i set counts = ${countsOf('i.id')} where i.account_id = $1`);
  const executions = await watch(() => partner.owner.get('/imports?limit=50'));
  expect(tooLarge(executions, { examined: 150, buffers: 300 })).toEqual([]);
});

it('closings of a period are bounded as contacts are: the newest 50,000', async () => {
  const of = (day: string, count: number) =>
    partner.sql(
      `insert into closings (account_id, deal_id, lead_id, stage_id, is_won, opened_at, closed_at)
       select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), false, $2, $2::timestamptz
       from generate_series(1, $3::int)`,
      day,
      count,
    );
  await of('2024-03-01T12:00:00Z', 10);
  await of('2024-03-02T12:00:00Z', 50_000);
  const lost = async (by: string, period: string) =>
    (await partner.owner.get<MetricsRows>(`/metrics/breakdown?by=${by}&${period}`)).data.total.lost;
  for (const by of BROKEN_DOWN_BY) {
    expect([by, await lost(by, 'from=2024-03-01&to=2024-03-01')]).toEqual([by, 10]);
    expect([by, await lost(by, 'from=2024-03-01&to=2024-03-31')]).toEqual([by, 50_000]);
  }
});

it('counts what was made', async () => {
  const { data } = await seller.api.get<Metrics>(`/metrics?${YEAR}`);
  expect([data.leads, data.pipeline.stages.reduce((sum, { open_deals }) => sum + open_deals, 0)]).toEqual([
    LEADS,
    LEADS,
  ]);
});
