import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { LeadView } from '../../src/contract/lead';
import { type Finished, finished, mustRun } from '../fault/support/processes';
import { type Partner, Stack } from '../fault/support/stack';
import { phones } from '../support/phones';
import { crowd } from '../support/race';
import { forAllTests } from '../support/setup';
import { RECIPES } from './support/snippets';

const PROGRAMS = RECIPES.map(({ file, argument, ...rest }) => ({
  ...rest,
  script: resolve('docs/quick-start', file),
  copy: argument,
}));

/** Disturbances of a call. A page of another server and an error that breaks off count as answers. */
type Trouble = 'kill' | '429' | 'page' | 'cut';

/** A real proxy that passes on all calls except the disturbed ones. */
class Pages {
  private readonly server: Server = createServer((request, response) => {
    const trouble = this.troubles[this.count++];
    if (trouble === 'kill') return void this.victim?.kill('SIGKILL');
    if (trouble === '429') return void response.writeHead(429, { 'Retry-After': '1' }).end('{}');
    if (trouble === 'page') return void response.end('<h1>Em breve</h1>');
    if (trouble === 'cut')
      return void response.writeHead(503, { 'Content-Length': '900' }).write('no', () => response.destroy());
    const { method, headers, url } = request;
    forward(this.target + (url ?? ''), { method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
    }).end();
  });
  private troubles: Record<number, Trouble> = {};
  victim: ChildProcess | undefined;
  target = '';
  count = 0;

  open = () => new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Restarts the count at zero and disturbs these calls. */
  from(troubles: Record<number, Trouble> = {}): void {
    this.count = 0;
    this.troubles = troubles;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

const stack = forAllTests(() => Stack.start());
const pages = forAllTests(async () => {
  const proxy = new Pages();
  await proxy.open();
  return proxy;
});
const { mobile } = phones();
let partner: Partner;

const submit = async (name: string, phone = mobile()): Promise<string> =>
  (await partner.api(0).post<{ id: string }>('/leads', { phone, name, tags: ['site'] })).data.id;

/** Creates two leads of one phone, as imports do. */
async function pair(name: string): Promise<readonly [string, string]> {
  const phone = mobile();
  const copy = { phone, name, allow_duplicate: true };
  return [
    await submit(name, phone),
    (await stack.operator().post<{ id: string }>(`/accounts/${partner.accountId}/leads`, copy)).data.id,
  ];
}

/** Moves recent timestamps six minutes back, as clients see them whose clocks are six minutes ahead. */
async function asSeenByClocksAhead(): Promise<void> {
  for (const [table, column] of [
    ['leads', 'updated_at'],
    ['list_entries', 'updated_at'],
    ['lead_merges', 'merged_updated_at'],
  ]) {
    await stack.sql(
      `update ${table} set ${column} = ${column} - interval '6 minutes'
       where account_id = $1 and ${column} > now() - interval '5 minutes'`,
      [partner.accountId],
    );
  }
}

const folder = (): string => join(stack.folder, 'copies');

function start(
  { command, script, copy }: (typeof PROGRAMS)[number],
  key = partner.key,
  before: readonly string[] = [],
): Promise<Finished> {
  const env = { ...process.env, ENTRADA_URL: pages.url, ENTRADA_KEY: key };
  const [program = '', ...words] = [...before, command, script, copy];
  pages.victim = spawn(program, words, { cwd: folder(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  return finished(pages.victim);
}

/** Reads the leads of a copy, sorted by id. */
async function leadsOf(copy: string): Promise<LeadView[]> {
  const file = join(folder(), copy);
  const read = `import json, sqlite3, sys
print(json.dumps([json.loads(text) for (text,) in sqlite3.connect(sys.argv[1]).execute("select lead from leads")]))`;
  const leads = copy.endsWith('.db')
    ? (JSON.parse(await mustRun('python3', ['-c', read, file])) as LeadView[])
    : Object.values((JSON.parse(readFileSync(file, 'utf8')) as { leads: Record<string, LeadView> }).leads);
  return byId(leads);
}

const byId = (leads: LeadView[]): LeadView[] => leads.sort((one, other) => (one.id < other.id ? -1 : 1));

const leadsOfService = async (): Promise<LeadView[]> =>
  byId((await partner.api(0).pages<LeadView>('/leads?limit=100')).flat());

it.each(PROGRAMS)('$language says at once that no address is set', async ({ command, script, copy }) => {
  const { ENTRADA_URL: _, ENTRADA_KEY: _key, ...env } = process.env;
  const started = spawn(command, [script, copy], {
    cwd: stack.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 10_000,
  });
  const told = expect.stringContaining('ENTRADA_URL or ENTRADA_KEY is not set') as string;
  expect(await finished(started)).toEqual({ code: 1, output: told });
});

it('are three', () => expect(PROGRAMS).toHaveLength(3));

it('keep equal copies through 2,000 changes, a kill in the middle, a full minute, and clocks that are six minutes ahead', async () => {
  pages.target = stack.instances[0]?.url ?? '';
  partner = await stack.partner();
  mkdirSync(folder());
  const pairs = await crowd(20, (number) => pair(`Cliente ${number}`));
  const others = await crowd(40, (number) => submit(`Outro ${number}`));
  await asSeenByClocksAhead();
  pages.from();
  for (const recipe of PROGRAMS) expect(await start(recipe)).toMatchObject({ code: 0 });
  const before = await leadsOfService();
  for (const { copy } of PROGRAMS) expect([copy, await leadsOf(copy)]).toEqual([copy, before]);

  await crowd(1_940, (number) => submit(`Novo ${number}`));
  const changes = [
    ...pairs.map(([kept, merged]) => partner.owner(0).post(`/leads/${merged}/merge`, { into: kept })),
    ...others.slice(0, 20).map((id) => partner.owner(0).post(`/leads/${id}/erase`)),
    ...others.slice(20).map((id) => partner.api(0).patch(`/leads/${id}`, { add_tags: ['voltou'] })),
  ];
  for (const change of changes) expect(await change).toMatchObject({ status: 200 });
  await asSeenByClocksAhead();
  for (const recipe of PROGRAMS) {
    pages.from({ 9: 'kill' });
    expect([recipe.language, await start(recipe)]).toEqual([recipe.language, { code: null, output: '' }]);
    expect([recipe.language, await leadsOf(recipe.copy)]).toEqual([recipe.language, before]);
    pages.from({ 3: '429' });
    expect([recipe.language, await start(recipe)]).toMatchObject([recipe.language, { code: 0 }]);
    expect(pages.count).toBeGreaterThan(20);
    expect([recipe.language, await leadsOf(recipe.copy)]).toEqual([recipe.language, await leadsOfService()]);
  }
  expect((await leadsOfService()).length).toBe(1_980);

  await submit('Só mais um');
  await asSeenByClocksAhead();
  for (const recipe of PROGRAMS) {
    expect([recipe.language, await start(recipe)]).toMatchObject([recipe.language, { code: 0 }]);
    expect([recipe.language, await leadsOf(recipe.copy)]).toEqual([recipe.language, await leadsOfService()]);
  }
});

it.each(PROGRAMS)('leaves the copy of $language as it was when the key is refused, and says so', async (recipe) => {
  const before = await leadsOf(recipe.copy);
  const refused = { code: 1, output: expect.stringMatching(/Not synced: 401[^]*as it was/) as string };
  expect(await start(recipe, 'ent_live_wrong')).toEqual(refused);
  expect(await leadsOf(recipe.copy)).toEqual(before);
});

it.each(PROGRAMS)('$language takes a key with the line break that a file of Windows leaves', async (recipe) => {
  expect(await start(recipe, `${partner.key}\r`)).toMatchObject({ code: 0 });
});

it.each(PROGRAMS)(
  '$language asks again after a page of another server and an error that breaks off',
  async (recipe) => {
    pages.from({ 0: 'page', 1: 'cut' });
    expect(await start(recipe)).toMatchObject({ code: 0 });
  },
);

it.each(PROGRAMS)('leaves the copy of $language as it was when the disk has no room', async (recipe) => {
  const before = await leadsOf(recipe.copy);
  const narrow = ['sh', '-c', `trap '' XFSZ; ulimit -f 1; exec "$@"`, 'narrow'];
  expect(await start(recipe, partner.key, narrow)).toMatchObject({ code: 1 });
  expect(await leadsOf(recipe.copy)).toEqual(before);
});
