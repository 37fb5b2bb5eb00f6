import { BODIES } from './hostile/bodies';
import type { Expected, HostileCase, World } from './hostile/case';
import { CONNECTIONS } from './hostile/connections';
import { FIELDS } from './hostile/fields';
import { HEADERS } from './hostile/headers';
import { PARAMETERS } from './hostile/parameters';
import { ROUTING } from './hostile/routing';
import { TRANSPORT } from './hostile/transport';
import { WEBHOOKS } from './hostile/webhooks';
import { appForAllTests, OPERATOR_TOKEN } from '../support/app';
import { privateDatabase } from '../support/database';
import { expectDocumented } from '../support/contract';
import { shortOrLong } from '../support/long';
import { exchange, parseAnswers, type RawAnswer, type RawRequest, rawRequest } from '../support/raw-http';

type Groups = Readonly<Record<string, HostileCase[]>>;

/** Values of one kind follow each other, so that every sixth case has one of nearly each kind. The long run has all. */
const everyNth = (groups: Groups, nth: number): Groups =>
  Object.fromEntries(Object.entries(groups).map(([name, cases]) => [name, cases.filter((_, at) => at % nth === 0)]));

const GROUPS: Groups = {
  ...everyNth({ ...BODIES, ...FIELDS, ...PARAMETERS, ...ROUTING }, shortOrLong(6, 1)),
  ...everyNth({ ...HEADERS, ...TRANSPORT, ...CONNECTIONS }, shortOrLong(3, 1)),
  ...WEBHOOKS,
};

const test = appForAllTests(async () => ({ DATABASE_URL: await privateDatabase('hostile') }));
let world: World;

beforeAll(async () => {
  Object.assign(test.app.getHttpServer(), { headersTimeout: 500, requestTimeout: 1_000 });
  world = await newWorld();
});

interface Pipeline {
  readonly id: string;
  readonly stages: { id: string; is_entry: boolean; is_won: boolean }[];
}

async function newWorld(): Promise<World> {
  const [own, other] = [await test.partner(), await test.partner()];
  const revoked = (
    await own.owner.post<{ id: string; key: string }>('/api-keys', { name: 'x', permissions: ['leads:write'] })
  ).data;
  await own.owner.delete(`/api-keys/${revoked.id}`);
  const writeOnly = await own.owner.post<{ key: string }>('/api-keys', { name: 'x', permissions: ['leads:write'] });
  const source = await own.owner.post<{ address: string }>('/sources', { kind: 'webhook', name: 'x' });
  const leadOf = async ({ api }: typeof own) =>
    (await api.post<{ id: string; deal: { id: string } }>('/leads', { phone: '21987654321', name: 'Ana' })).data;
  const pipelineOf = async ({ api }: typeof own) => (await api.get<Pipeline[]>('/pipelines')).data[0] as Pipeline;
  const [lead, foreignLead] = [await leadOf(own), await leadOf(other)];
  const [pipeline, foreignPipeline] = [await pipelineOf(own), await pipelineOf(other)];
  const stage = (flag: 'is_entry' | 'is_won') => pipeline.stages.find((one) => one[flag])?.id ?? '';
  return {
    key: own.key,
    writeOnlyKey: writeOnly.data.key,
    revokedKey: revoked.key,
    operatorToken: OPERATOR_TOKEN,
    accountId: own.accountId,
    keyId: own.keyId,
    token: new URL(source.data.address).pathname.slice('/in/'.length),
    leadId: lead.id,
    dealId: lead.deal.id,
    pipelineId: pipeline.id,
    entryStageId: stage('is_entry'),
    wonStageId: stage('is_won'),
    foreign: { leadId: foreignLead.id, pipelineId: foreignPipeline.id, stageId: foreignPipeline.stages[0]?.id ?? '' },
  };
}

let dump = '';
/** The digest after the last refusal; undefined once something may have been stored. */
let known: string | undefined;

/** Returns a digest of all rows of all tables, except uses and refusals of keys, which are also written. */
async function stored(): Promise<string> {
  if (!dump) {
    const tables = await test.sql<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('api_key_uses', 'key_refusals', 'key_refusal_days', 'migrations')`,
    );
    const digests = tables.map(({ name }) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t)`);
    dump = `select concat_ws(',', ${digests.join(', ')}) as digest`;
  }
  return (await test.sql<{ digest: string }>(dump))[0]?.digest ?? '';
}

const INTERNAL =
  /\b(?:select|insert|update|delete)\b.+\b(?:from|into|set)\b|\n\s+at |node_modules|\/(?:tmp|work|home|src|dist|var)\/|\.[jt]s:\d|queryfailed|sqlstate|postgres|typeorm|nestjs|express|relation "|constraint|Error:/i;

/** Checks what holds for every answer. */
function expectWellFormed({ status, headers, body }: RawAnswer): void {
  expect(status).toBeLessThan(500);
  expect(headers['x-request-id']).toEqual([
    expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  ]);
  expect(headers['content-type']).toEqual(['application/json; charset=utf-8']);
  expect(headers['cache-control']).toEqual(['no-store']);
  expect(headers['x-content-type-options']).toEqual(['nosniff']);
  expect(headers['content-security-policy']).toEqual(["frame-ancestors 'none'"]);
  const names = Object.keys(headers);
  for (const name of ['etag', 'x-powered-by', 'server', 'allow']) expect(names).not.toContain(name);
  expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
  if (status < 400) return;
  const { error } = JSON.parse(body) as {
    error: { message: string; request_id: string; details?: { fields?: unknown[] } };
  };
  expect(error.request_id).toBe(headers['x-request-id']?.[0]);
  expect(error.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
  expect(error.details?.fields?.length ?? 0).toBeLessThanOrEqual(50);
  expect(status === 401 ? headers['www-authenticate'] : ['Bearer']).toEqual(['Bearer']);
  expect(body).not.toMatch(INTERNAL);
}

const expectedOf = ({ status, body }: RawAnswer): Expected => {
  if (status < 400) return { status };
  const { error } = JSON.parse(body) as { error: { code: string; details?: { fields?: { field: string }[] } } };
  const fields = error.details?.fields?.map(({ field }) => field);
  return { status, code: error.code, ...(fields && { fields }) };
};

/** Checks the answer against the API reference, unless no route can have the target. */
function expectAsDocumented({ method = 'GET', target }: RawRequest, { status, headers, body }: RawAnswer): void {
  if (!/^\/[!-~]*$/.test(target)) return;
  expectDocumented(method, target, { status, header: (name) => headers[name.toLowerCase()]?.[0], text: body });
}

async function play({ send, expected }: HostileCase): Promise<void> {
  const sent = send(world);
  const before = (known ??= await stored());
  const answers = parseAnswers(await exchange(test.url, 'target' in sent ? [rawRequest(sent)] : sent));
  // `parseAnswers` throws for leftover bytes, so each request has exactly one answer.
  expect(answers.map(expectedOf)).toEqual(expected);
  answers.forEach(expectWellFormed);
  const [answer] = answers;
  if ('target' in sent && answer) expectAsDocumented(sent, answer);
  // A connection without an answer may also have written.
  known = undefined;
  if (answers.length === 0 || answers.some(({ status }) => status < 400)) return;
  known = await stored();
  expect(known).toBe(before);
}

describe.each(Object.entries(GROUPS))('%s', (_group, cases) => {
  it.each(cases.map((hostile): [string, HostileCase] => [hostile.name, hostile]))('%s', (_name, hostile) =>
    play(hostile),
  );
});

it('has not changed the service or the prototype of all objects', async () => {
  expect((await test.operator.get(`/accounts/${world.accountId}`)).status).toBe(200);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
