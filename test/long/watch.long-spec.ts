import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Database } from '../../src/database/database';
import { measured } from '../../src/common/process/jobs';
import { log } from '../../src/common/process/log';
import { OPERATOR_TOKEN, startApp, type TestApp } from '../support/app';
import { privateDatabase } from '../support/database';
import { watchTraffic } from '../support/traffic';
import { phones } from '../support/phones';

/** Metrics of background work. */

const nextPhone = phones();
let test: TestApp;
let databaseUrl: string;

beforeAll(async () => {
  databaseUrl = await privateDatabase('watch');
  test = await startApp({ DATABASE_URL: databaseUrl });
});
afterAll(() => test.close());
afterEach(() => jest.restoreAllMocks());

/** Returns the samples of a scrape, by name and labels as in its text. */
async function scrape({ url }: TestApp = test): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]));
}

/** Scrapes a new instance, which has no cached answer of the database. */
async function freshScrape(): Promise<Map<string, number>> {
  const other = await startApp({ DATABASE_URL: databaseUrl });
  try {
    return await scrape(other);
  } finally {
    await other.close();
  }
}

const WAITING = [
  'outbox_mails{state="waiting"}',
  'outbox_mails{state="dead"}',
  'held_submissions_waiting',
  'imports_unfinished{state="running"}',
  'imports_unfinished{state="waiting"}',
  'sign_in_requests_waiting',
];
const AGES = [
  'outbox_oldest_waiting_seconds',
  'held_submissions_oldest_waiting_seconds',
  'imports_longest_waiting_seconds',
  'sign_in_requests_oldest_waiting_seconds',
];

it('counts waiting work of all accounts, with a role that sees only one, and the age of the oldest', async () => {
  const one = await test.partner('leads:write');
  const other = await test.partner('leads:write');
  const before = await freshScrape();
  // One mail per new key.
  expect(WAITING.map((name) => before.get(name))).toEqual([2, 0, 0, 0, 0, 0]);
  expect(AGES.slice(1).map((name) => before.get(name))).toEqual([0, 0, 0]);
  const begun = performance.now();
  for (const { accountId, api } of [one, other]) {
    const [phone, external_id] = [nextPhone.mobile(), randomUUID()];
    expect((await api.post('/leads', { phone, external_id })).status).toBe(202);
    expect((await api.post('/leads', { phone: nextPhone.mobile(), external_id })).status).toBe(202);
    await test.sql(`update outbox set created_at = now() - interval '1 hour' where account_id = $1`, [accountId]);
    await test.sql(`update held_submissions set created_at = now() - interval '2 days' where account_id = $1`, [
      accountId,
    ]);
    await test.sql(
      `insert into imports select $1, gen_random_uuid(), sha256(n::text::bytea), now(), now() + n * interval '600 s', null
       from unnest(array[-1, 1]) n`,
      [accountId],
    );
  }
  await other.sql(`update outbox set dead_at = now() where account_id = $1`);
  await test.sql(
    `insert into sign_in_requests (id, requested_at, email_key, network) values (gen_random_uuid(), now() - interval '90 s', 'a', 'b')`,
  );
  const after = await freshScrape();
  expect(WAITING.map((name) => after.get(name))).toEqual([1, 1, 2, 2, 2, 1]);
  const past = Math.ceil((performance.now() - begun) / 1000);
  for (const [index, seconds] of [3600, 172_800, 600, 90].entries()) {
    const age = after.get(AGES[index] ?? '');
    expect(age).toBeGreaterThanOrEqual(seconds);
    expect(age).toBeLessThanOrEqual(seconds + past);
  }
  expect(['backlog_up', 'smtp_configured'].map((name) => after.get(name))).toEqual([1, 0]);
});

it('asks the database once in ten seconds, however often it is scraped, with one statement', async () => {
  await scrape();
  const again = await watchTraffic(async () => void (await Promise.all([scrape(), scrape(), scrape()])));
  expect(again.statements.filter(({ text }) => text.includes('backlog'))).toEqual([]);
  const other = await startApp({ DATABASE_URL: databaseUrl });
  const first = await watchTraffic(async () => void (await Promise.all([scrape(other), scrape(other), scrape(other)])));
  expect(first.statements.filter(({ text }) => text.includes('backlog'))).toHaveLength(1);
  await other.close();
});

it('answers within seconds when the database is down: unknown figures are absent', async () => {
  const other = await startApp({ DATABASE_URL: databaseUrl });
  jest.spyOn(other.app.get(Database), 'read').mockReturnValue(new Promise(() => undefined));
  const start = performance.now();
  const found = await scrape(other);
  expect(performance.now() - start).toBeLessThan(4_000);
  expect(['backlog_up', 'service_ready'].map((name) => found.get(name))).toEqual([0, 0]);
  expect([...WAITING, ...AGES].filter((name) => found.has(name))).toEqual([]);
  expect(found.has('db_pool_connections')).toBe(true);
  jest.restoreAllMocks();
  await other.close();
  expect((await freshScrape()).get('backlog_up')).toBe(1);
});

it('reads few of a million rows when few wait, and at most 10,000 when many wait', async () => {
  const { accountId } = await test.partner('leads:write');
  await test.sql(
    `insert into held_submissions (account_id, id, submission_id, reason, key_id, key_name, request_id, created_at, state, resolved_at)
     select $1, gen_random_uuid(), gen_random_uuid(), 'ambiguous_lead', gen_random_uuid(), '', '', now(),
            case when n % 2 = 0 then 'held' else 'applied' end, now() from generate_series(1, 60000) n`,
    [accountId],
  );
  const [{ definition } = { definition: '' }] = await test.sql<{ definition: string }>(
    `select pg_get_functiondef('backlog'::regproc) as definition`,
  );
  const counts = definition.match(/select count[\s\S]*?;/g) ?? [];
  expect(counts).toHaveLength(5);
  const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'];
  for (const name of settings) {
    expect(definition).toContain(`SET ${name} TO 'off'`);
    await test.sql(`set ${name} = off`);
  }
  for (const text of counts) {
    const plain = text.replace(/\binto [\w,\s]+?\n?\s*from/, 'from').replaceAll(/\bat\b/g, 'now()');
    const rows = await test.sql<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${plain}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index (Only )?Scan/);
    expect(plan).not.toMatch(/Seq Scan|Bitmap|Sort/);
  }
  for (const name of settings) await test.sql(`reset ${name}`);
  expect((await freshScrape()).get('held_submissions_waiting')).toBe(10_000);
  await test.sql('delete from held_submissions where account_id = $1', [accountId]);
});

it('counts failures of each route of the API from zero, and of no other route', async () => {
  const found = [...(await scrape()).keys()].filter((name) => name.startsWith('http_requests_total'));
  const zero = (route: string, method: string) =>
    found.includes(`http_requests_total{route="${route}",method="${method}",status="500"}`);
  expect(zero('/api/v1/leads', 'POST')).toBe(true);
  expect(zero('/admin/v1/accounts/:id', 'PATCH')).toBe(true);
  expect(found.filter((name) => name.includes('status="500"') && !/route="\/(api|admin)\//.test(name))).toEqual([]);
});

describe('a job', () => {
  const of = async (metric: string): Promise<number | undefined> => (await scrape()).get(metric);
  const lines = (): string[] => {
    const stream = Reflect.get(log, pino.symbols.streamSym) as { write(line: string): boolean };
    const written: string[] = [];
    jest.spyOn(stream, 'write').mockImplementation((line) => {
      if (line.includes('"job"')) written.push((JSON.parse(line) as { msg: string }).msg);
      return true;
    });
    return written;
  };
  const seen = async () =>
    Promise.all(
      ['{name="automations",result="ok"}', '{name="automations",result="failed"}'].map((l) => of(`job_runs_total${l}`)),
    );

  const sources = (): string[] =>
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.spec)\.ts$/.test(file))
      .map((file) => readFileSync(join('src', file), 'utf8'));
  const named = (expression: RegExp): string[] =>
    sources().flatMap((text) => [...text.matchAll(expression)].map(([, name = '']) => name));

  it('has all its series before its first run', async () => {
    const found = await scrape();
    // A worker of the tests loads the service once, maybe many files ago.
    const loadedAt = Date.now() / 1_000 - process.uptime();
    const scheduled = named(/@Job\('(\w+)'/g);
    for (const name of scheduled) {
      expect(found.get(`job_interval_seconds{name="${name}"}`)).toBeGreaterThanOrEqual(1);
      expect(found.get(`job_last_round_timestamp_seconds{name="${name}"}`)).toBeGreaterThan(loadedAt);
    }
    for (const name of [...scheduled, ...named(/measured\('(\w+)'/g)]) {
      for (const result of ['ok', 'failed'])
        expect(found.has(`job_runs_total{name="${name}",result="${result}"}`)).toBe(true);
      expect(found.get(`job_last_success_timestamp_seconds{name="${name}"}`)).toBeGreaterThan(loadedAt);
    }
  });

  it('is measured; its failure is logged when it begins, and its end, and never thrown', async () => {
    log.level = 'info';
    const written = lines();
    const run = measured('automations');
    const [ok = 0, failed = 0] = await seen();
    const fail = () => Promise.reject(Object.assign(new Error('x'), { code: '08006' }));
    for (let time = 0; time < 3; time++) await run(fail);
    const when = async () =>
      Promise.all(['run', 'success'].map((what) => of(`job_last_${what}_timestamp_seconds{name="automations"}`)));
    const [ran = 0, succeeded = 0] = await when();
    expect(ran).toBeGreaterThan(succeeded);
    await run(() => Promise.resolve());
    expect(await seen()).toEqual([ok + 1, failed + 3]);
    expect(new Set(await when()).size).toBe(1);
    await run(() => Promise.resolve(2));
    expect(await seen()).toEqual([ok + 1, failed + 4]);
    expect(written).toEqual(['job failed', 'job works again']);
    log.level = 'silent';
  });

  it('is everything that the clock starts', () => {
    expect(named(/@(Interval|Cron|Timeout)\(/g)).toEqual([]);
  });
});
