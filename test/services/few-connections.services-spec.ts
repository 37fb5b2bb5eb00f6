import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoleUrls } from '../../src/database/schema/roles';
import { Cluster } from '../fault/support/cluster';
import { Instance, MAIN } from '../fault/support/instance';
import { run } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { timesUp, untilReadinessSays } from '../support/readiness';
import { until } from '../support/waiting';
import { callAtOnce, newKey, NO_LIMITS } from './support/callers';

let folder: string;
let cluster: Cluster;
let database: RoleUrls;
const instances: Instance[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-services-'));
  chmodSync(folder, 0o755);
  cluster = await Cluster.create(join(folder, 'postgres'));
  database = await cluster.createDatabase('service');
  await migrateDatabase(database.owner);
});
afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.stop('SIGKILL')));
});
afterAll(async () => {
  await cluster.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string, env: Record<string, string> = {}): Promise<Instance> {
  const settings = { DATABASE_URL: database.app, OPERATOR_TOKEN, ...NO_LIMITS, ...env };
  const instance = await Instance.start(folder, name, settings);
  instances.push(instance);
  return instance;
}

const sessions = async (): Promise<number> => {
  const [row] = await cluster.sql<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where usename = 'entrada_app'`,
  );
  return row?.n ?? 0;
};

it('twenty callers are all served by a role that may have ten connections, and the start names both figures', async () => {
  await cluster.sql('alter role entrada_app connection limit 10');
  const instance = await start('ten');
  const { url } = instance;
  // The log is written after the instance is ready.
  const warning = 'DATABASE_CONNECTIONS is 21, and the role entrada_app allows 10 to all instances together';
  await until(() => instance.log.includes(warning));
  expect(await callAtOnce([url], await newKey(url, OPERATOR_TOKEN), { callers: 20, calls: 400 })).toEqual({
    200: 200,
    201: 200,
  });
  await cluster.sql('alter role entrada_app connection limit -1');
});

it('two instances share a server of 25 connections, and every call of forty callers is served', async () => {
  await cluster.set('max_connections', '25');
  await cluster.stop('fast');
  await cluster.start();
  const urls = (await Promise.all([start('one'), start('two')])).map(({ url }) => url);
  const key = await newKey(urls[0] as string, OPERATOR_TOKEN);
  expect(await callAtOnce(urls, key, { callers: 40, calls: 400 })).toEqual({ 200: 200, 201: 200 });
  for (const { url } of instances) await untilReadinessSays(url, { ready: true, database: 'up' });
});

it.each(['6', '9'])(
  'with DATABASE_CONNECTIONS=%s an instance takes no more, and serves sixty callers',
  async (most) => {
    const { url } = await start(`most-${most}`, { DATABASE_CONNECTIONS: most });
    const key = await newKey(url, OPERATOR_TOKEN);
    const seen: number[] = [];
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await sleep(20)) seen.push(await sessions());
    })();
    const statuses = await callAtOnce([url], key, { callers: 60, calls: 400 });
    isOver = true;
    await watching;
    expect(statuses).toEqual({ 200: 200, 201: 200 });
    expect(Math.max(...seen)).toBeLessThanOrEqual(Number(most));
  },
);

it('a pool that gets no connection is not ready, though readiness has its own, and is ready again when it gets one', async () => {
  const instance = await start('none');
  const untilIs = (ready: boolean) => untilReadinessSays(instance.url, { ready });
  await untilIs(true);
  await cluster.sql('alter role entrada_app connection limit 1');
  await cluster.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'entrada_app' and application_name <> 'entrada readiness'`,
  );
  const operator = { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } };
  await fetch(`${instance.url}/admin/v1/accounts`, operator);
  await untilIs(false);
  expect((await instance.ready()).data).toMatchObject({ database: 'down' });
  await cluster.sql('alter role entrada_app connection limit -1');
  await untilIs(true);
});

it('a role that allows fewer connections than an instance needs is refused at the start, in one line', async () => {
  await cluster.sql('alter role entrada_app connection limit 3');
  const env = { DATABASE_URL: database.app, OPERATOR_TOKEN, PORT: '0' };
  const { code, output } = await run(process.execPath, [MAIN], env);
  await cluster.sql('alter role entrada_app connection limit -1');
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('the role entrada_app allows 3 connections, and an instance needs 6: raise the limit'),
  ]);
});

it('an instance works with six connections, and stays ready when its readiness lost its own', async () => {
  await cluster.sql('alter role entrada_app connection limit 6');
  const instance = await start('six');
  await untilReadinessSays(instance.url, { ready: true });
  const key = await newKey(instance.url, OPERATOR_TOKEN);
  let isOver = false;
  const calls = (async () => {
    const all: Record<number, number>[] = [];
    while (!isOver) all.push(await callAtOnce([instance.url], key, { callers: 20, calls: 40 }));
    return all;
  })();
  await cluster.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'entrada readiness'`,
  );
  const up = await timesUp(instance.url, 5);
  isOver = true;
  expect(new Set((await calls).flatMap((one) => Object.keys(one)))).toEqual(new Set(['200', '201']));
  expect(up).toBe(5);
  await cluster.sql('alter role entrada_app connection limit -1');
});

it('calls go on over the connections that there are when the server refuses further ones, and end when there are none', async () => {
  const instance = await start('password');
  const key = await newKey(instance.url, OPERATOR_TOKEN);
  await cluster.sql('alter role entrada_app nologin');
  expect(await callAtOnce([instance.url], key, { callers: 20, calls: 60 })).toEqual({ 200: 30, 201: 30 });
  await cluster.sql('alter role entrada_app login');
});
