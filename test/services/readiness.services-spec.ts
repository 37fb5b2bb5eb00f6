import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import type { RoleUrls } from '../../src/database/schema/roles';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { until } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';

/** The answer of readiness for a database that keeps acknowledged writes. */
const READY = {
  ready: true,
  database: 'up',
  migrations: 'current',
  durability: 'on',
  row_level_security: 'on',
} as const;
/** Milliseconds of each of the two tries. */
const TRY_MS = 2_000;

let folder: string;
let cluster: Cluster;
let instance: Instance;
let database: RoleUrls;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-services-'));
  chmodSync(folder, 0o755);
  cluster = await Cluster.create(join(folder, 'postgres'));
  database = await cluster.createDatabase('service');
  instance = await Instance.start(folder, 'service', { DATABASE_URL: database.app, OPERATOR_TOKEN });
});
afterAll(async () => {
  await instance.stop('SIGKILL');
  cluster.thaw();
  await cluster.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

/** Scrapes two metrics: readiness, and whether the database counts waiting work. */
const scraped = async (): Promise<string[]> => {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  const text = await (await fetch(`${instance.url}/metrics`, { headers })).text();
  return text.match(/^(service_ready|backlog_up) .*$/gm) ?? [];
};

it('is false while migrations are pending, and true when they have run; metrics say so', async () => {
  await untilReadinessSays(instance.url, { ready: false, database: 'up', migrations: 'pending' });
  expect(await scraped()).toEqual(['service_ready 0', 'backlog_up 0']);
  await migrateDatabase(database.owner);
  await untilReadinessSays(instance.url, READY);
  await until('metrics', PATIENCE_MS, async () => (await scraped()).join() === 'service_ready 1,backlog_up 1');
});

it('is false while the newest migration is pending', async () => {
  const newest = 'select name from migrations order by id desc limit 1';
  const [row] = await cluster.sql<{ name: string }>(newest, 'service');
  await cluster.sql(`update migrations set name = 'Other1' where name = '${row?.name}'`, 'service');
  await untilReadinessSays(instance.url, { ready: false, database: 'up', migrations: 'pending', durability: 'on' });
  await cluster.sql(`update migrations set name = '${row?.name}' where name = 'Other1'`, 'service');
  await untilReadinessSays(instance.url, READY);
});

it.each(['fsync', 'synchronous_commit', 'full_page_writes'])(
  'is missing without %s, and there again with it',
  async (setting) => {
    await cluster.set(setting, 'off');
    await untilReadinessSays(instance.url, { ready: false, database: 'up', migrations: 'current', durability: 'off' });
    await cluster.set(setting, undefined);
    await untilReadinessSays(instance.url, READY);
  },
);

it('is true with the settings of PostgreSQL in compose.yml', async () => {
  const { services } = parse(readFileSync('compose.yml', 'utf8')) as { services: { postgres: { command: string[] } } };
  const settings = services.postgres.command
    .filter((arg) => arg.startsWith('-c'))
    .map((arg) => arg.slice(2).split('='));
  expect(settings).toContainEqual(['wal_compression', 'lz4']);
  for (const [name = '', value] of settings) await cluster.set(name, value);
  const rows = await cluster.sql<{ name: string }>('select name from pg_file_settings where applied and error is null');
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(settings.map(([name]) => name)));
  await untilReadinessSays(instance.url, READY);
});

/** Waits for a line of the log, which is written a moment later. */
const logged = (text: RegExp): Promise<boolean> => until(`${text}`, PATIENCE_MS, () => text.test(instance.log));

/** Expects that no line of the log says again what the line before it said. */
function expectChangesOnly(): void {
  const states = [...instance.log.matchAll(/"database":"(\w+)","(?:reason|ms)"/g)].map(([, state]) => state);
  expect(states.filter((state, at) => state === states[at - 1])).toEqual([]);
  expect(states.length).toBeGreaterThan(1);
}

/** Milliseconds after which an answer is asked for again. */
const KEPT_MS = 1_100;

it('is slow and true when the database answers after half a second, and says so in the log once', async () => {
  await sleep(KEPT_MS);
  cluster.freeze();
  const asked = instance.ready();
  await sleep(900);
  cluster.thaw();
  const { status, data } = await asked;
  expect([status, data]).toEqual([200, { ...data, ...READY, database: 'slow' }]);
  await logged(/"level":40.*"database":"slow","ms":\d{3,4}\b.*the database is slow: this instance stays ready/);
  await untilReadinessSays(instance.url, READY);
  await logged(/"database":"up","ms":\d+,.*the database answers and takes writes again/);
  expectChangesOnly();
});

it('is false when the database does not answer within two seconds, twice, says so in the log once, and is true when it does', async () => {
  await sleep(KEPT_MS);
  cluster.freeze();
  const times: number[] = [];
  for (let n = 0; n < 2; n++) {
    const begin = performance.now();
    const { status, data } = await instance.ready();
    times.push(performance.now() - begin);
    expect(status).toBe(503);
    expect(data).toMatchObject({ ready: false, database: 'down', migrations: 'unknown', durability: 'unknown' });
    await sleep(KEPT_MS);
  }
  const fastest = Math.min(...times);
  expect(fastest).toBeGreaterThan(2 * TRY_MS - 100);
  expect(fastest).toBeLessThan(3 * TRY_MS);
  cluster.thaw();
  await untilReadinessSays(instance.url, READY);
  await logged(/"level":50.*"database":"down","reason":"[^"]+","ms":\d{4}\b.*the database does not answer/);
  expectChangesOnly();
});

it('is false when the database is killed, and true when it is back, without a restart of the service', async () => {
  const { pid } = instance;
  await cluster.kill();
  await untilReadinessSays(instance.url, { ready: false, database: 'down' });
  await cluster.start();
  await untilReadinessSays(instance.url, READY);
  expect([instance.pid, instance.deaths]).toEqual([pid, 0]);
});
