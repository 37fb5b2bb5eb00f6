import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../support/http-client';
import { Balancer } from './support/balancer';
import type { Call } from './support/history';
import { type Instance, MAIN } from './support/instance';
import { phoneOf } from './support/loader';
import { mustRun, run, until } from './support/processes';
import { buildRelease, previousRelease } from './support/releases';
import { type Partner, report, Stack } from './support/stack';

/** Runs the previous release and this one next to each other on one database, each on the schema of the other. */

const MIGRATE = resolve('dist/src/migrate.js');
const commit = previousRelease();
let folder: string;
let release: string;
let before: string;
let stack: Stack;
let owner: { DATABASE_URL: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-release-'));
  release = join(folder, 'before');
  await buildRelease(commit, release);
  before = join(release, 'dist/src/main.js');
  stack = await Stack.start({ build: { main: before, migrate: join(release, 'dist/src/migrate.js') } });
  owner = { DATABASE_URL: stack.cluster.url('service', 'entrada_owner') };
}, 900_000);
afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true, force: true });
});

const pendingMigrations = async (): Promise<number> => {
  const { output } = await run(process.execPath, [MIGRATE, '--status'], owner);
  return output.match(/^pending/gm)?.length ?? 0;
};

const versionIn = async (build: string): Promise<string> =>
  (JSON.parse(await readFile(join(build, 'package.json'), 'utf8')) as { version: string }).version;

const untilReady = (instance: Instance) =>
  until('a ready instance', 30_000, async () => ((await instance.ready()).status === 200 ? instance : undefined));

/** Calls one instance as a partner. Returns the answers that differ from the previous release, unless they are 500 or 503. */
async function wrongAnswers(instance: Instance, partner: Partner): Promise<string[]> {
  const api = new HttpClient(`${instance.url}/api/v1`, partner.key);
  const wrong: string[] = [];
  const compare = async (what: string, path: string): Promise<void> => {
    const [here, there] = [await api.get(path), await partner.api(0).get(path)];
    const isRefused = here.status === 500 || here.status === 503;
    if (!isRefused && JSON.stringify(here.data) !== JSON.stringify(there.data)) wrong.push(what);
  };
  for (let turn = 0; turn < 5; turn++) {
    const phone = phoneOf(8_000_000 + turn).spelled(turn);
    const made = await api.post<{ id: string }>('/leads', { phone, tags: ['vip'] });
    if (made.status === 201) await compare(`lead ${turn}`, `/leads/${made.data.id}`);
    else if (made.status !== 500 && made.status !== 503) wrong.push(`status ${made.status}`);
  }
  for (const path of ['/leads', '/leads?tag=vip', '/pipelines', '/metrics']) await compare(path, path);
  return wrong;
}

/** SQL: the columns, constraints, indexes, policies, functions and rights of a database. */
const SCHEMA = `
  select format('%s %s %s %s %s %s', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                pg_get_expr(d.adbin, d.adrelid)) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace
  union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
            where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select format('%s %s %s %s %s', tablename, policyname, cmd, qual, with_check) from pg_policies
  union all select format('%s %s', pg_get_functiondef(oid), proacl) from pg_proc where pronamespace = 'public'::regnamespace
  union all select format('%s %s %s %s', relname, relrowsecurity, reloptions, relacl) from pg_class
            where relnamespace = 'public'::regnamespace
  order by 1`;

it('is not ready on the schema of the previous release, and gives no wrong answer there', async () => {
  const pending = await pendingMigrations();
  const early = await stack.another('early');
  const { status, data } = await early.ready();
  const expected = pending > 0 ? [503, 'pending'] : [200, 'current'];
  expect([status, data.migrations]).toEqual(expected);
  expect(await wrongAnswers(early, await stack.partner())).toEqual([]);
  report({ fault: 'upgrade-early', commit: commit.slice(0, 9), pending, status });
  expect(await early.stop()).toBe(0);
});

it('replaces the previous release, and is replaced by it again, one instance at a time, without a failed call', async () => {
  const balancer = await Balancer.start(stack.instances);
  const exits: (number | null)[] = [];
  const versions: unknown[][] = [];
  const replaceAll = async (build: string): Promise<void> => {
    for (const instance of stack.instances) {
      exits.push(await instance.replaceBy(build));
      await untilReady(instance);
      versions.push(await Promise.all(stack.instances.map(async (one) => (await one.ready()).data.version)));
      // Both instances run next to each other before the next one is replaced.
      await sleep(5_000);
    }
  };
  const result = await stack.underLoad(
    'upgrade',
    async () => {
      const begin = performance.now();
      await mustRun(process.execPath, [MIGRATE], owner);
      const migration = performance.now() - begin;
      for (const instance of stack.instances) expect((await instance.ready()).status).toBe(200);
      await sleep(2_000);
      await replaceAll(MAIN);
      await replaceAll(before);
      return { migration };
    },
    { isOpen: balancer.isOpen },
  );
  balancer.stop();
  const [then, now] = [await versionIn(release), await versionIn('.')];
  expect(versions).toEqual([
    [now, then],
    [now, now],
    [then, now],
    [then, then],
  ]);
  expect(exits).toEqual([0, 0, 0, 0]);
  expect(result.calls.filter(({ outcome }) => outcome === 'info')).toEqual([]);
  // One of the two erasures of a person may fail: the other came first.
  const isFailed = ({ outcome, sent }: Call): boolean =>
    outcome === 'info' || (outcome === 'fail' && sent.kind !== 'erase');
  expect(result.deeds.filter(isFailed)).toEqual([]);
  expect(result).toMatchObject({ unknown: 0, errors: 0, resets: 0, retried: 0, auditFailures: {}, restarts: 0 });
  expect(result.violations).toEqual([]);
  expect(await pendingMigrations()).toBe(0);
}, 900_000);

it('has made the schema that it makes in an empty database', async () => {
  const empty = await stack.cluster.createDatabase('empty');
  await mustRun(process.execPath, [MIGRATE], { DATABASE_URL: empty.owner });
  const [upgraded, made] = await Promise.all(['service', 'empty'].map((name) => stack.cluster.sql(SCHEMA, name)));
  expect(upgraded).toEqual(made);
});
