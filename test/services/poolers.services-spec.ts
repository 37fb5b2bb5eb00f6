import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { RoleUrls } from '../../src/database/schema/roles';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { run } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { EventStream } from '../support/event-stream';
import { HttpClient } from '../support/http-client';
import { untilReadinessSays } from '../support/readiness';
import { callAtOnce, newKey, NO_LIMITS } from './support/callers';
import { PgBouncer } from './support/pgbouncer';

let folder: string;
let cluster: Cluster;
let database: RoleUrls;
const poolers: PgBouncer[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-services-'));
  chmodSync(folder, 0o755);
  cluster = await Cluster.create(join(folder, 'postgres'));
  database = await cluster.createDatabase('service');
});
afterAll(async () => {
  for (const pooler of poolers) pooler.stop();
  await cluster.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

async function pooler(name: string, settings: string): Promise<PgBouncer> {
  const started = await PgBouncer.start(folder, name, cluster.port, settings);
  poolers.push(started);
  return started;
}

it('in session mode, as installed, the service migrates, starts, serves and receives events of the other instance', async () => {
  const session = await pooler('session', 'pool_mode = session');
  await migrateDatabase(session.through(database.owner));
  const settings = { DATABASE_URL: session.through(database.app), OPERATOR_TOKEN, ...NO_LIMITS };
  const instances = await Promise.all(
    // PgBouncer has twenty server connections for both instances.
    ['one', 'two'].map((name) => Instance.start(folder, name, { ...settings, DATABASE_CONNECTIONS: '10' })),
  );
  try {
    const urls = instances.map(({ url }) => url);
    const key = await newKey(urls[0] as string, OPERATOR_TOKEN);
    expect(await callAtOnce(urls, key, { callers: 30, calls: 300 })).toEqual({ 200: 150, 201: 150 });
    for (const { url } of instances) await untilReadinessSays(url, { ready: true });
    const metrics = await fetch(`${urls[1]}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    expect(await metrics.text()).toMatch(/^event_bus_up 1$/m);
    const asOperator = new HttpClient(`${urls[0]}/admin/v1`, OPERATOR_TOKEN);
    const [account] = (await asOperator.get<{ id: string }[]>('/accounts')).data;
    const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': account?.id ?? '' };
    const console = await EventStream.open(urls[1] as string, headers);
    await new HttpClient(`${urls[0]}/api/v1`, key).post('/leads', { phone: '(11) 98765-4321' });
    await console.heard('lead');
    console.close();
  } finally {
    await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  }
});

it('in session mode, a read whose caller leaves is cancelled through the pooler, which goes on', async () => {
  const through = await pooler('leaving', 'pool_mode = session');
  await migrateDatabase(through.through(database.owner));
  const settings = { DATABASE_URL: through.through(database.app), OPERATOR_TOKEN, ...NO_LIMITS };
  const instance = await Instance.start(folder, 'leaving', { ...settings, DATABASE_CONNECTIONS: '10' });
  const blocker = new Client({ connectionString: cluster.url('service', 'postgres') });
  const isBlocked = async (): Promise<boolean> =>
    (await blocker.query(`select from pg_locks where not granted and relation = 'leads'::regclass`)).rowCount !== 0;
  try {
    const key = await newKey(instance.url, OPERATOR_TOKEN);
    await blocker.connect();
    await blocker.query('begin; lock table leads in access exclusive mode');
    for (let left = 0; left < 20; left++) {
      const leaving = new AbortController();
      const headers = { Authorization: `Bearer ${key}` };
      const answer = fetch(`${instance.url}/api/v1/leads`, { headers, signal: leaving.signal });
      while (!(await isBlocked())) await sleep(5);
      leaving.abort();
      await expect(answer).rejects.toThrow();
      while (await isBlocked()) await sleep(5);
    }
    await blocker.query('rollback');
    expect((await new HttpClient(`${instance.url}/api/v1`, key).get('/leads')).status).toBe(200);
    // Not by the time-out of a lock.
    expect(cluster.log.match(/canceling statement due to user request/g)).toHaveLength(20);
    expect(instance.log).not.toContain('request failed');
  } finally {
    await blocker.end();
    await instance.stop('SIGKILL');
  }
});

it('in session mode with fewer connections than the service wants, calls wait for one of its own', async () => {
  const narrow = await pooler('narrow', 'pool_mode = session\ndefault_pool_size = 9');
  const settings = { DATABASE_URL: narrow.through(database.app), OPERATOR_TOKEN, ...NO_LIMITS };
  const instance = await Instance.start(folder, 'narrow', settings);
  try {
    const key = await newKey(instance.url, OPERATOR_TOKEN);
    expect(await callAtOnce([instance.url], key, { callers: 20, calls: 200 })).toEqual({ 200: 100, 201: 100 });
  } finally {
    await instance.stop('SIGKILL');
  }
});

/** Runs the built command to its end. */
const start = (program: string, url: string) =>
  run(process.execPath, [`dist/src/${program}.js`], { DATABASE_URL: url, OPERATOR_TOKEN, PORT: '0' });

describe.each([
  ['transaction', ''],
  ['transaction', 'default_pool_size = 1'],
  ['transaction', 'server_round_robin = 1'],
  ['statement', ''],
])('in %s mode (%s)', (mode, more) => {
  let url: RoleUrls;
  beforeAll(async () => {
    const started = await pooler(`${mode}-${more.length}`, `pool_mode = ${mode}\n${more}`);
    url = { owner: started.through(database.owner), app: started.through(database.app) };
  });

  it.each([
    ['main', 'app'],
    ['migrate', 'owner'],
  ] as const)('%s ends with one line that names the setting, the pooler and the way out', async (program, role) => {
    const { code, output } = await start(program, url[role]);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('DATABASE_URL: a pooler answers there that does not keep sessions');
    expect(output).toContain('session mode');
  });
});
