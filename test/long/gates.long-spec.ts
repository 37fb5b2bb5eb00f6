import { randomUUID } from 'node:crypto';
import { PARTNER_ROUTES } from '../support/partner-routes';
import { appForAllTests } from '../support/app';
import { forAllTests } from '../support/setup';
import { type SentStatement, watchTraffic } from '../support/traffic';
import { addLeads } from '../support/many-leads';
import { leadCalls } from '../support/lead-calls';

/** Round trips, plans and reads: performance as facts that do not depend on the machine. */

const test = appForAllTests({});
const partner = forAllTests(() => test.partner());
const writeOnly = forAllTests(() => partner.withKey('leads:write'));
const { nextPhone, submit } = leadCalls(test, partner);
const KNOWN = { tags: ['comum', 'raro'], email: 'a@example.com', external_id: 'x' };
const lead = forAllTests(() => submit(KNOWN));
let stageId: string;
let pipelineId: string;
const LEADS = 4_000;

beforeAll(async () => {
  stageId = lead.deals[0]?.stage_id ?? '';
  pipelineId = lead.deals[0]?.pipeline_id ?? '';
  await seed();
  // Opens the connections and prepares the statements before anything is counted.
  for (let i = 0; i < 2; i++) await requests();
});

/** Adds many leads with a deal and a tag each, so that a bad plan shows. */
async function seed(): Promise<void> {
  const place = { accountId: partner.accountId, pipelineId, stageId };
  await addLeads(test, place, { count: LEADS, since: '2026-01-01' });
  await test.sql('vacuum analyze');
}

/** One call of every route of the partner API, by name. */
const CALLS: Record<string, () => Promise<{ status: number }>> = {
  'POST /leads, new': () =>
    partner.api.post('/leads', {
      phone: nextPhone.mobile(),
      name: 'Ana',
      tags: ['a', 'b'],
      notes: 'n',
      external_id: randomUUID(),
    }),
  'POST /leads, new, by a key that cannot read': () =>
    writeOnly.post('/leads', { phone: nextPhone.mobile(), tags: ['a'] }),
  'POST /leads, known': () => partner.api.post('/leads', { phone: lead.phone, tags: [randomUUID().slice(0, 8)] }),
  'POST /leads, replay': () => partner.api.post('/leads', { phone: lead.phone, external_id: 'x' }),
  'GET /leads/{id}': () => partner.api.get(`/leads/${lead.id}`),
  'GET /leads': () => partner.api.get('/leads?limit=50'),
  'GET /leads of a sync': () => partner.api.get('/leads?limit=50&updated_since=2026-01-02T00:00:00Z'),
  'GET /leads by stage': () => partner.api.get(`/leads?limit=50&stage_id=${stageId}`),
  'GET /leads by pipeline': () => partner.api.get(`/leads?limit=50&pipeline_id=${pipelineId}`),
  'GET /leads by tag': () => partner.api.get('/leads?limit=50&tag=comum'),
  'GET /leads by rare tag': () => partner.api.get('/leads?limit=50&tag=raro'),
  'GET /leads by stage and tag': () => partner.api.get(`/leads?limit=50&stage_id=${stageId}&tag=comum`),
  'GET /leads by stage and tag, from the middle': () =>
    partner.api.get(`/leads?limit=50&stage_id=${stageId}&tag=comum&updated_since=2026-01-02T00:00:00Z`),
  'GET /leads by stage, pipeline and tag': () =>
    partner.api.get(`/leads?limit=50&stage_id=${stageId}&pipeline_id=${pipelineId}&tag=comum`),
  'POST /leads/lookup by phone': () => partner.api.post('/leads/lookup', { phone: lead.phone }),
  'POST /leads/lookup by e-mail': () => partner.api.post('/leads/lookup', { email: 'a@example.com' }),
  'PATCH /leads/{id}': () => partner.api.patch(`/leads/${lead.id}`, { notes: 'n' }),
  'POST /leads/{id}/stage': () => partner.api.post(`/leads/${lead.id}/stage`, { stage_id: stageId }),
  'GET /pipelines': () => partner.api.get('/pipelines'),
  'GET /metrics': () => partner.api.get('/metrics?from=2026-01-01&to=2026-12-31'),
};

/** Round trips to the database that a call may take at most, including the look-up of the key. */
const FLIGHTS: Record<string, number> = {
  'POST /leads, new': 3,
  'POST /leads, new, by a key that cannot read': 3,
  'POST /leads, known': 3,
  'POST /leads, replay': 3,
  'PATCH /leads/{id}': 3,
  'POST /leads/{id}/stage': 3,
};

async function requests(): Promise<void> {
  for (const call of Object.values(CALLS)) await call();
}

it('calls every route of the partner API', () => {
  const called = new Set(Object.keys(CALLS).map((name) => /^[A-Z]+ [^ ,]+/.exec(name)?.[0]));
  expect([...called].sort()).toEqual(PARTNER_ROUTES);
});

it.each(Object.keys(CALLS))('%s takes its fixed number of trips to the database', async (name) => {
  const { trips, statements } = await watchTraffic(async () => {
    expect((await CALLS[name]?.())?.status).toBeLessThan(300);
  });
  expect([name, statements.map((one) => one.text.slice(0, 60)), trips]).toEqual([
    name,
    expect.any(Array),
    FLIGHTS[name] ?? 2,
  ]);
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const ANALYZED = 'analyze, buffers, format json';

/** Returns PostgreSQL's plan of a statement. With `analyze` the statement also runs, and is rolled back. */
async function planOf(
  { text, values }: SentStatement,
  mode: 'generic' | 'custom',
  options: string,
  begin = 'begin',
): Promise<Plan> {
  await test.sql(begin);
  try {
    await test.sql(`set local plan_cache_mode = force_${mode}_plan`);
    await test.sql(`prepare gate as ${text}`);
    const given = values.map((value) => literal(value)).join(', ');
    const rows = await test.sql<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (${options}) execute gate${given && `(${given})`}`,
    );
    return rows[0]?.['QUERY PLAN'][0]?.Plan as Plan;
  } finally {
    await test.sql('rollback');
    await test.sql('deallocate all');
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return literal(`{${value.map((item) => JSON.stringify(item)).join(', ')}}`);
  return `'${(value as string).replaceAll("'", "''")}'`;
}

/** The begin of a list's transaction, with its planner settings. */
const beginOf = (statements: readonly SentStatement[]): string =>
  ['begin', ...statements.map(({ text }) => text).filter((text) => text.startsWith('set local'))].join('; ');

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Counts the leads of a page by the reads of `leads`, because the page is one row. */
const listedIn = (plan: Plan): number =>
  Math.max(
    ...nodesOf(plan)
      .filter((node) => node['Relation Name'] === 'leads')
      .map((node) => node['Actual Loops'] * node['Actual Rows']),
  );

const LISTS = Object.keys(CALLS).filter((name) => name.startsWith('GET /leads') && name !== 'GET /leads/{id}');

it.each(LISTS)('%s reads a bounded number of buffers per listed row, under generic and custom plans', async (name) => {
  const { statements } = await watchTraffic(async () => void (await CALLS[name]?.()));
  const list = statements.find(({ text }) => text.includes('json_build_object') && text.includes('leads l'));
  expect(list).toBeDefined();
  // Only a named statement may get a generic plan. Others are planned for their values each time.
  const modes = list?.name ? (['generic', 'custom'] as const) : (['custom'] as const);
  const begin = beginOf(statements);
  for (const mode of modes) {
    const plan = await planOf(list as SentStatement, mode, ANALYZED, begin);
    const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    const rows = listedIn(plan);
    expect(rows).toBeGreaterThan(0);
    // Even a page of one lead has the fixed costs.
    const bound = name.includes(' and ') ? 40 : 20;
    expect([name, mode, buffers, rows, buffers / Math.max(rows, 5) <= bound]).toEqual([
      name,
      mode,
      buffers,
      rows,
      true,
    ]);
  }
});

/** SQL: makes rows newer than the last vacuum. An index alone does not show whether they are visible. */
const FRESH_ROWS = 'update list_entries set lead_id = lead_id; analyze list_entries;';

it.each(LISTS.filter((name) => name.includes(' and ')))(
  '%s reads no more than its page also where all rows are fresh',
  async (name) => {
    const { statements } = await watchTraffic(async () => void (await CALLS[name]?.()));
    const list = statements.find(({ text }) => text.includes('json_build_object') && text.includes('leads l'));
    const begin = beginOf(statements);
    const plan = await planOf(list as SentStatement, 'custom', ANALYZED, `${begin}; ${FRESH_ROWS}`);
    const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    const rows = listedIn(plan);
    expect([buffers, rows, buffers < 100 * rows]).toEqual([buffers, 50, true]);
  },
);

const HOT = [
  'POST /leads, new',
  'POST /leads, known',
  'POST /leads, replay',
  'GET /leads/{id}',
  'POST /leads/lookup by phone',
  'POST /leads/lookup by e-mail',
  'PATCH /leads/{id}',
  'POST /leads/{id}/stage',
];
const BIG = ['conversations', 'leads', 'deals', 'lead_tags', 'list_entries', 'submissions'];

it('a new lead whose tags the account has is written by lists of values alone, which a cluster plans for one shard', async () => {
  const { statements } = await watchTraffic(async () => void (await CALLS['POST /leads, new']?.()));
  const inserts = statements.filter(({ text }) => /^\s*insert/i.test(text)).map(({ text }) => text);
  expect(inserts.length).toBeGreaterThan(5);
  expect(inserts.filter((text) => !/^insert into \w+ \([^)]*\)\s+values/i.test(text))).toEqual([]);
});

it.each(HOT)('%s finds its rows by index alone: no scan of a big table', async (name) => {
  const { statements } = await watchTraffic(async () => void (await CALLS[name]?.()));
  const plannable = statements.filter(
    ({ text }) => /^\s*(select|insert|update|delete|with)/i.test(text) && BIG.some((table) => text.includes(table)),
  );
  expect(plannable.length).toBeGreaterThan(0);
  for (const statement of plannable) {
    if (/^\s*insert into \w+ \(.*\)\s*values/is.test(statement.text)) continue;
    const nodes = nodesOf(await planOf(statement, 'generic', 'format json'));
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && BIG.includes(node['Relation Name'] ?? ''));
    expect([statement.text, scans.map((node) => node['Relation Name'])]).toEqual([statement.text, []]);
  }
});

it('the ledger of a person is found by index alone, from any day', async () => {
  const path = `/leads/${lead.id}/export`;
  const { statements } = await watchTraffic(async () => {
    expect((await partner.owner.get(path)).status).toBe(200);
  });
  const reading = statements.find(({ text }) => text.includes('from submissions s'));
  for (const mode of ['generic', 'custom'] as const) {
    const nodes = nodesOf(await planOf(reading as SentStatement, mode, ANALYZED));
    const ofLedger = nodes.filter((node) => node['Relation Name'] === 'submissions');
    const found = ofLedger.filter((node) => node['Index Cond']?.includes('conversation_id'));
    expect(found.map((node) => node['Index Name'])).toEqual(['submissions_day']);
    expect(ofLedger.map((node) => node['Rows Removed by Filter'] ?? 0)).toEqual(ofLedger.map(() => 0));
  }
});

it.each(['POST /leads, known', 'PATCH /leads/{id}'])(
  '%s updates the row of the lead in place, without a new entry in any of its indexes',
  async (name) => {
    const { statements } = await watchTraffic(async () => void (await CALLS[name]?.()));
    const update = statements.find(({ text }) => text.startsWith('update leads '));
    // The session counts these, even if the transaction is rolled back.
    const counted = async () =>
      (
        await test.sql<{ updated: number; in_place: number }>(
          `select pg_stat_get_xact_tuples_updated(t)::int as updated, pg_stat_get_xact_tuples_hot_updated(t)::int as in_place
           from (select 'leads'::regclass::oid as t) x`,
        )
      )[0];
    await test.sql('begin');
    try {
      // $3 is updated_at. With its old value no index entry would change.
      const [account, id, updatedAt, ...rest] = update?.values ?? [];
      let isInPlace = false;
      // The row's page may be full by chance. Its next version then goes to another page, which has room.
      for (let n = 1; n <= 5 && !isInPlace; n++) {
        const before = await counted();
        await test.sql(update?.text ?? '', [account, id, new Date((updatedAt as Date).getTime() + n), ...rest]);
        const after = await counted();
        expect(after?.updated).toBe((before?.updated ?? 0) + 1);
        isInPlace = after?.in_place === (before?.in_place ?? 0) + 1;
      }
      expect(isInPlace).toBe(true);
    } finally {
      await test.sql('rollback');
    }
  },
);

it('requests and responses are made as those of Express: none gets another prototype later', async () => {
  const { request, response } = test.app.getHttpAdapter().getInstance();
  const made: unknown[] = [];
  const note = (...objects: object[]): void =>
    void made.push(...objects.map((one): unknown => Object.getPrototypeOf(one)));
  const server = test.app.getHttpServer().prependListener('request', note);
  await partner.api.get(`/leads/${lead.id}`);
  server.off('request', note);
  expect(made).toHaveLength(2);
  expect(made[0]).toBe(request);
  expect(made[1]).toBe(response);
});
