import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, ROLE } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { mustRun, until } from '../fault/support/processes';
import { Relay } from '../fault/support/relay';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';
import { commandsOf } from './documented-commands';
import { newKey, NO_LIMITS } from './support/callers';
import { SteadyCallers } from './support/steady-callers';

/** Follows docs/operations.md with a primary and standbys, behind an address that moves. */

const [COPY = '', SYNCHRONOUS = '', PROMOTE = ''] = commandsOf('docs/operations.md', 'A standby');
const BIN = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
const SETTINGS = { ...NO_LIMITS, LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '1000000', OPERATOR_TOKEN };

let folder: string;
let primary: Cluster;
const servers: Cluster[] = [];
let address: Relay;
let service: Instance;
let key: string;

/** Runs documented commands as PostgreSQL's user. */
function follow(commands: string, env: Record<string, string>): Promise<string> {
  const settings = Object.entries({ PATH: `${BIN}:${process.env.PATH}`, ...env }).map((pair) => pair.join('='));
  const command = ['env', ...settings, 'bash', '-euo', 'pipefail', '-c', commands];
  return process.getuid?.() === 0
    ? mustRun('runuser', ['-u', 'postgres', '--', ...command])
    : mustRun('env', command.slice(1));
}

const adminOf = (server: Cluster): string => server.url('postgres', 'postgres');

/** Makes a standby of the primary, and waits until it streams. */
async function newStandby(name: string): Promise<Cluster> {
  const copy = (data: string) => follow(COPY, { ADMIN_URL: adminOf(primary), NEW_PGDATA: data });
  const standby = await primary.replica(join(folder, name), copy);
  servers.push(standby);
  await untilStreams('async');
  return standby;
}

const untilStreams = (kind: 'async' | 'sync' | undefined): Promise<unknown> =>
  until(`replication that is ${kind ?? 'off'}`, PATIENCE_MS, async () => {
    const [row] = await primary.sql<{ kind: string }>(
      `select sync_state as kind from pg_stat_replication where state = 'streaming'`,
    );
    return row?.kind === kind;
  });

/** Kills the primary, promotes the standby, and moves the address. */
async function failOver(standby: Cluster): Promise<void> {
  await primary.kill();
  await follow(PROMOTE, { STANDBY_URL: adminOf(standby) });
  primary = standby;
  address.target = standby.port;
  await until('the new primary', PATIENCE_MS, async () => (await service.ready()).status === 200);
}

const missing = async (ids: readonly string[]): Promise<number> =>
  ids.length - (await primary.sql('select from leads where id = any($1)', 'entrada', [[...ids]])).length;

const submit = (phone: string) =>
  new HttpClient(`${service.url}/api/v1`, key).post<{ id: string }>('/leads', { phone, external_id: phone });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-standby-'));
  chmodSync(folder, 0o755);
  primary = await Cluster.create(join(folder, 'first'));
  servers.push(primary);
  const { owner } = await primary.createDatabase('entrada');
  await migrateDatabase(owner);
  address = new Relay(primary.port);
  const url = primary.url('entrada', ROLE, await address.open());
  service = await Instance.start(folder, 'service', { ...SETTINGS, DATABASE_URL: url });
  key = await newKey(service.url, OPERATOR_TOKEN);
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  await address?.close();
  for (const server of servers) await server.stop('immediate').catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

it('a synchronous standby has every acknowledged lead when the primary is killed under load, and the service goes on', async () => {
  const standby = await newStandby('second');
  await follow(SYNCHRONOUS, { ADMIN_URL: adminOf(primary) });
  await untilStreams('sync');
  const callers = new SteadyCallers(service.url, key, 0);
  await until('calls', PATIENCE_MS, () => callers.acknowledged.length > 200);
  await failOver(standby);
  const before = callers.acknowledged.length;
  await until('calls on the new primary', PATIENCE_MS, () => callers.acknowledged.length > before + 50);
  await callers.stop();
  expect(await missing(callers.acknowledged)).toBe(0);
  expect(service.deaths).toBe(0);
});

it('while a synchronous standby is away, no write is acknowledged, until the setting is taken back', async () => {
  const standby = await newStandby('third');
  await follow(SYNCHRONOUS, { ADMIN_URL: adminOf(primary) });
  await untilStreams('sync');
  expect((await submit('11987650001')).status).toBe(201);
  await standby.set('primary_conninfo', '');
  await untilStreams(undefined);
  const answer = submit('11987650002').then(
    ({ status }) => status,
    () => 'none',
  );
  expect(await Promise.race([answer, sleep(2_000, 'it waits')])).toBe('it waits');
  await untilReadinessSays(service.url, { ready: true });
  await primary.set('synchronous_standby_names', undefined);
  await answer;
  await until('a write', PATIENCE_MS, async () => (await submit('11987650003')).status === 201);

  // The control: the standby is still away, and replication is asynchronous.
  const lost: string[] = [];
  for (let n = 0; n < 10; n++) lost.push((await submit(`1198766000${n}`)).data.id);
  await failOver(standby);
  expect(await missing(lost)).toBe(10);
  expect((await submit('11987650004')).status).toBe(201);
});
