import { Client } from 'pg';
import type { Health } from '../../src/contract/health';
import { Config } from '../../src/config/config';
import { openDataSource } from '../../src/database/schema/data-source';
import { Database } from '../../src/database/database';
import { sqlState } from '../../src/database/errors';
import { OPERATOR_TOKEN, startApp, type TestApp } from '../support/app';
import { asService, privateDatabase, ROLE_PASSWORDS } from '../support/database';
import { HttpClient } from '../support/http-client';
import { until } from '../support/waiting';
import { workerUrls } from './placement';

const NAME = 'citus_start';
let url = '';
let test: TestApp;
let worker: Client;

beforeAll(async () => {
  url = await privateDatabase(NAME);
  test = await startApp({ DATABASE_URL: url });
  worker = new Client({ connectionString: workerUrl() });
  await worker.connect();
});
afterAll(async () => {
  await worker.end();
  await test.close();
});

/** Returns the address of the same database on a worker. */
function workerUrl(): string {
  const [address = ''] = workerUrls().values();
  return Object.assign(new URL(address), { pathname: new URL(url).pathname }).toString();
}

const health = async () => (await new HttpClient(test.url, '').get<Health>('/health/ready')).data;

it('is ready as the restricted role, without row level security, and lists what was sent', async () => {
  expect(await health()).toMatchObject({ ready: true, durability: 'on', row_level_security: 'off' });
  const partner = await test.partner();
  for (const phone of ['11987654321', '11987654322']) await partner.api.post('/leads', { phone });
  expect((await partner.api.get<object[]>('/leads')).data).toHaveLength(2);
});

it.each(['fsync', 'synchronous_commit', 'full_page_writes'])(
  'is not ready while a worker has %s off',
  async (setting) => {
    await worker.query(`alter system set ${setting} = off`);
    try {
      await worker.query('select pg_reload_conf()');
      await until(async () => (await health()).durability === 'off');
      expect((await health()).ready).toBe(false);
    } finally {
      await worker.query(`alter system reset ${setting}`);
      await worker.query('select pg_reload_conf()');
    }
    await until(async () => (await health()).ready);
  },
);

/** Runs the startup checks of the database. */
async function begin(address: string): Promise<void> {
  const config = Config.from({ DATABASE_URL: asService(address), OPERATOR_TOKEN });
  const dataSource = await openDataSource(config.databaseUrl ?? '');
  const database = new Database(dataSource, config);
  try {
    await database.onModuleInit();
  } finally {
    await database.onApplicationShutdown();
    await dataSource.destroy();
  }
}

it('a migration waits for a lock on a worker no longer than for one on the coordinator', async () => {
  const [{ shard } = { shard: '' }] = await test.sql<{ shard: string }>(
    `select shard_name as shard from citus_shards where table_name = 'audit_entries'::regclass and nodeport = $1 limit 1`,
    [new URL(workerUrl()).port],
  );
  await worker.query('begin');
  await worker.query(`select 1 from ${shard} limit 1`);
  const owner = { username: 'entrada_owner', password: ROLE_PASSWORDS.owner };
  const migrating = await openDataSource(Object.assign(new URL(url), owner).toString(), { lock_timeout: 1_000 });
  const begin = performance.now();
  try {
    const change = migrating.query('alter table audit_entries add column later text');
    expect(sqlState(await change.catch((error: unknown) => error))).toBe('55P03');
    expect(performance.now() - begin).toBeLessThan(20_000);
  } finally {
    await worker.query('rollback');
    await migrating.destroy();
  }
});

it('refuses to start on a worker', async () => {
  await expect(begin(workerUrl())).rejects.toThrow('names a worker of the Citus cluster');
});

it('refuses to start where row level security would hide every row', async () => {
  await test.sql('alter table leads enable row level security');
  await expect(begin(url)).rejects.toThrow('row level security is on');
  await test.sql('alter table leads disable row level security');
  await begin(url);
});
