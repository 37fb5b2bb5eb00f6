import { register } from 'prom-client';
import { HeavyCalls } from '../../src/auth/access/heavy-calls';
import { MAX_HEAVY_CALLS } from '../../src/contract/limits';
import { Database } from '../../src/database/database';
import { appForAllTests, OPERATOR_TOKEN, type Partner, RANDOM_ID } from '../support/app';
import { beginReading, beginUpload } from '../support/held-answers';
import { leadCalls } from '../support/lead-calls';
import { addLeads } from '../support/many-leads';
import { ownerCalls } from '../support/owner-calls';
import { END, exchange, rawRequest, RESET, type Script } from '../support/raw-http';
import { forAllTests, forEachTest } from '../support/setup';
import { until } from '../support/waiting';

/** Heavy calls read or write a lot. An instance runs two of an account at once, and queues the others. */

const test = appForAllTests({});
const partner = forEachTest(() => test.partner());
const other = forAllTests(() => test.partner());
const { submit } = leadCalls(test, partner);
const { begin, as } = ownerCalls(test);

const FILE = 'telefone\n(11) 98765-4321\n';

const headersOf = ({ accountId }: Partner) => ({
  Authorization: `Bearer ${OPERATOR_TOKEN}`,
  'X-Account-Id': accountId,
});
const admin = (path: string): string => `${test.url}/admin/v1${path}`;
const heavyCalls = () => test.app.get(HeavyCalls);

async function waiting(): Promise<number> {
  const gauge = await register.getSingleMetric('heavy_calls_waiting')?.get();
  return gauge?.values[0]?.value ?? 0;
}

/** Returns the metric of calls refused for this limit. */
async function counted(): Promise<number> {
  const counter = await register.getSingleMetric('rate_limited_total')?.get();
  return counter?.values.find(({ labels }) => labels.limit === 'heavy')?.value ?? 0;
}

/** Uploads that hold turns until they are finished. */
let uploads: ReturnType<typeof beginUpload>[] = [];
afterEach(() => finishUploads());

async function holdTurns(): Promise<void> {
  uploads = Array.from({ length: MAX_HEAVY_CALLS }, () => beginUpload(admin('/imports/preview'), headersOf(partner)));
  await until(() => heavyCalls().isBusy(partner.accountId, null));
}

const finishUploads = (): Promise<number[]> => Promise.all(uploads.map((upload) => upload.finish(FILE)));

const exportsOf = async (): Promise<number> =>
  (await partner.sql(`select from audit_entries where account_id = $1 and action = 'leads.exported'`)).length;

const boardPath = async (): Promise<string> => {
  const [pipeline] = (await partner.owner.get<{ id: string }[]>('/pipelines')).data;
  return `/pipelines/${pipeline?.id}/board`;
};

it('of one account two run at once, a third one waits for its turn, and other accounts do not wait', async () => {
  await holdTurns();
  let isAnswered = false;
  const third = partner.owner.get(await boardPath()).finally(() => (isAnswered = true));
  await until(async () => (await waiting()) === 1);
  expect((await other.owner.get('/leads/export.csv')).status).toBe(200);
  // Other calls do not wait.
  expect((await partner.owner.get('/leads')).status).toBe(200);
  expect(isAnswered).toBe(false);
  expect(await uploads[0]?.finish(FILE)).toBe(200);
  expect((await third).status).toBe(200);
});

describe('while all turns are taken, for longer than a call waits', () => {
  beforeAll(() => void (heavyCalls().patienceMs = 50));
  afterAll(() => void (heavyCalls().patienceMs = 10_000));

  const FILE_SENT = { 'Content-Type': 'text/csv' };

  it.each<[route: string, body: object | string | undefined]>([
    ['GET /leads/count', undefined],
    ['GET /leads/export.csv', undefined],
    ['GET /audit/export.csv', undefined],
    ['GET /metrics/breakdown', undefined],
    ['GET /pipelines/ID/board', undefined],
    ['GET /pipelines/ID/board/totals', undefined],
    ['GET /leads/ID/export', undefined],
    ['POST /people/export', { phone: '11987654321' }],
    ['POST /leads/bulk', { lead_ids: [RANDOM_ID], add_tags: ['a'] }],
    ['POST /imports', FILE],
    ['POST /imports/preview', FILE],
    ['POST /imports/ID/refused.csv', FILE],
  ])('%s is refused, and says when to come again', async (route, body) => {
    await holdTurns();
    const [method, path] = route.replace('ID', RANDOM_ID).split(' ') as [string, string];
    const before = await counted();
    const owner = body === FILE ? partner.owner.with(FILE_SENT) : partner.owner;
    const answer = await owner.send(method, path, body);
    expect([answer.status, answer.error.code, answer.error.details]).toEqual([429, 'rate_limited', { limit: 'heavy' }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await until(async () => (await counted()) === before + 1);
    await finishUploads();
    expect(heavyCalls().isBusy(partner.accountId, null)).toBe(false);
  });
});

it('sixty exports of an account at once are all answered, two at a time', async () => {
  await submit();
  let most = 0;
  const begun = jest.spyOn(heavyCalls(), 'begin');
  const lists = jest.spyOn(test.app.get(Database), 'write').mockClear();
  const answers = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const answer = await partner.owner.get('/leads/export.csv');
      most = Math.max(most, await waiting());
      return answer.status;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(begun).toHaveBeenCalledTimes(60);
  expect(lists).toHaveBeenCalledTimes(60);
  expect(most).toBeLessThanOrEqual(60 - MAX_HEAVY_CALLS);
  expect([await waiting(), heavyCalls().isBusy(partner.accountId, null)]).toEqual([0, false]);
  begun.mockRestore();
  lists.mockRestore();
});

it('a call whose caller leaves while it waits is not made', async () => {
  await holdTurns();
  const leaving = new AbortController();
  const left = fetch(admin('/leads/export.csv'), { headers: headersOf(partner), signal: leaving.signal });
  await until(async () => (await waiting()) === 1);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await until(async () => (await waiting()) === 0);
  await finishUploads();
  expect((await partner.owner.get(await boardPath())).status).toBe(200);
  expect(await exportsOf()).toBe(0);
});

it('no turn is lost, whenever callers leave', async () => {
  await submit();
  const paths = [
    '/leads/export.csv',
    '/audit/export.csv',
    await boardPath(),
    '/metrics/breakdown',
    '/leads/export.csv?limit=5',
  ];
  const calls = Array.from({ length: 200 }, async (_, n) => {
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), n % 60);
    const isUpload = n % 5 === 0;
    const upload = { method: 'POST', body: FILE, headers: { ...headersOf(partner), 'Content-Type': 'text/csv' } };
    const call = isUpload ? upload : { headers: headersOf(partner) };
    await fetch(admin(isUpload ? '/imports/preview' : (paths[n % paths.length] ?? '')), {
      ...call,
      signal: leaving.signal,
    })
      .then((answer) => answer.text())
      .catch(() => undefined);
  });
  await Promise.all(calls);
  await until(async () => !heavyCalls().isBusy(partner.accountId, null) && (await waiting()) === 0);
  expect((await partner.owner.get('/leads/export.csv')).status).toBe(200);
});

const uploadOf = (headers: Record<string, string>, body: string): Buffer =>
  rawRequest({
    method: 'POST',
    target: '/admin/v1/imports/preview',
    headers: { ...headersOf(partner), 'Content-Type': 'text/csv', 'Content-Length': undefined, ...headers },
    body,
  });

describe.each([
  ['is broken', () => [uploadOf({ 'Transfer-Encoding': 'chunked' }, `ZZ\r\n${FILE}`), 50, END]],
  ['ends too early', () => [uploadOf({ 'Content-Length': '1000' }, FILE), 50, END]],
  ['is reset', () => [uploadOf({ 'Content-Length': '1000' }, FILE), 50, RESET]],
] satisfies [string, () => Script][])('an upload whose body %s', (_, scriptOf) => {
  it('gives its turn back', async () => {
    await Promise.all(Array.from({ length: 2 * MAX_HEAVY_CALLS }, () => exchange(test.url, scriptOf())));
    expect((await partner.owner.get(await boardPath())).status).toBe(200);
    await until(() => !heavyCalls().isBusy(partner.accountId, null));
  });

  it('gives its turn back when it had to wait for it', async () => {
    await holdTurns();
    await exchange(test.url, scriptOf());
    await finishUploads();
    await Promise.all(Array.from({ length: MAX_HEAVY_CALLS }, () => exchange(test.url, scriptOf())));
    expect((await partner.owner.get(await boardPath())).status).toBe(200);
  });
});

// A stream asks once more by itself.
it.each<[call: string, path: () => Promise<string>]>([
  ['a board', boardPath],
  ['an export', async () => '/leads/export.csv'],
])('a session that ends while its call of %s waits gets nothing', async (_, pathOf) => {
  const path = await pathOf();
  await holdTurns();
  const session = await begin({ id: partner.accountId });
  const answer = as(session).get(path);
  await until(async () => (await waiting()) === 1);
  await as(session).delete('/sessions/current');
  await finishUploads();
  const { status, error } = await answer;
  expect([status, error.code, await exportsOf()]).toEqual([401, 'unauthorized', 0]);
});

it('HEAD of an export has its headers, and neither reads leads nor says that it was taken', async () => {
  await submit();
  const snapshot = jest.spyOn(test.app.get(Database), 'snapshot');
  const answer = await fetch(admin('/leads/export.csv'), { method: 'HEAD', headers: headersOf(partner) });
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="leads.csv"',
  ]);
  expect([snapshot.mock.calls.length, await exportsOf()]).toEqual([0, 0]);
  snapshot.mockRestore();
});

/** More leads than the buffers of a connection hold. */
const MANY = 6_000;

it('an export ends when its caller has left', async () => {
  const [pipeline] = (await partner.api.get<{ id: string; stages: { id: string }[] }[]>('/pipelines')).data;
  const place = {
    accountId: partner.accountId,
    pipelineId: pipeline?.id ?? '',
    stageId: pipeline?.stages[0]?.id ?? '',
  };
  await addLeads(test, place, { count: MANY, since: '2025-01-01T00:00:00Z' });
  await partner.sql(`update leads set notes = repeat('a', 2000) where account_id = $1`);
  const snapshot = jest.spyOn(test.app.get(Database), 'snapshot');
  const answer = await beginReading(admin('/leads/export.csv'), headersOf(partner));
  expect(answer.status).toBe(200);
  answer.leave();
  await until(() => !heavyCalls().isBusy(partner.accountId, null));
  // A complete export reads a piece per 200 leads.
  expect(snapshot.mock.calls.length).toBeLessThan(MANY / 200);
  snapshot.mockRestore();
});
