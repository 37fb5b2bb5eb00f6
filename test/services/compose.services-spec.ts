import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { type Finished, run } from '../fault/support/processes';
import { OPERATOR_TOKEN } from '../fault/support/stack';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { untilReadinessSays } from '../support/readiness';
import { commandsOf } from './documented-commands';
import { environmentOf, type Variables, writeDocker } from './support/compose';

/** Runs the commands of `compose.yml` and of docs/operations.md without Docker, on real servers. */

const [BACKUP = '', RESTORE = ''] = commandsOf('docs/operations.md', 'A copy with containers');
const VARIABLES: Variables = {
  POSTGRES_PASSWORD: 'of-the-superuser',
  POSTGRES_OWNER_PASSWORD: 'of-the-tables',
  POSTGRES_APP_PASSWORD: 'of-the-service',
  OPERATOR_TOKEN,
};
const UP = 'docker compose up --detach';

let folder: string;
const machines: Machine[] = [];

/** A machine with the PostgreSQL of `compose.yml` and one instance. */
class Machine {
  service: Instance | undefined;

  private constructor(
    private readonly place: string,
    readonly cluster: Cluster,
  ) {}

  static async create(name: string): Promise<Machine> {
    const place = join(folder, name);
    mkdirSync(place, { mode: 0o755 });
    const machine = new Machine(place, await Cluster.create(join(place, 'postgres')));
    machines.push(machine);
    const { cluster } = machine;
    await cluster.sql(`create role entrada superuser login password '${VARIABLES.POSTGRES_PASSWORD}'`);
    await cluster.sql('create database entrada owner entrada');
    for (const role of ['entrada', 'entrada_owner', 'entrada_app']) await cluster.withPasswords(role);
    writeDocker(place, cluster.port, VARIABLES);
    return machine;
  }

  /** Runs documented commands. A command that stops the instances stops this one. */
  async follow(commands: string): Promise<Finished> {
    const stopping = join(this.place, 'stopping');
    const program = `#!/bin/sh\ntouch ${stopping}; while kill -0 ${this.service?.pid} 2>/dev/null; do sleep 0.1; done\n`;
    writeFileSync(join(this.place, 'stop-instances'), program, { mode: 0o755 });
    const env = { BACKUP: folder, PATH: `${this.place}:${process.env.PATH}` };
    const ended = run('bash', ['-euo', 'pipefail', '-c', commands], env);
    const hasEnded = ended.then(() => true);
    while (!(await Promise.race([hasEnded, sleep(50, false)]))) if (existsSync(stopping)) await this.service?.stop();
    rmSync(stopping, { force: true });
    return ended;
  }

  async start(): Promise<Instance> {
    const settings = environmentOf('entrada-1', this.cluster.port, VARIABLES);
    this.service = await Instance.start(this.place, 'service', settings);
    return this.service;
  }

  async end(): Promise<void> {
    await this.service?.stop('SIGKILL');
    await this.cluster.stop('immediate');
  }
}

let first: Machine;
let key: string;
const apiOf = (service: Instance | undefined): HttpClient => new HttpClient(`${service?.url}/api/v1`, key);
const phonesOf = async (service: Instance | undefined): Promise<string[]> => {
  const leads = (await apiOf(service).get<{ phone: string }[]>('/leads')).data;
  return leads.map(({ phone }) => phone.replace(/\D/g, '').slice(-9)).sort();
};

/** Expects readiness under row level security, tables of their owner, and an old key that reads and writes. */
async function expectAlive(machine: Machine, phones: string[]): Promise<void> {
  const service = await machine.start();
  await untilReadinessSays(service.url, { ready: true, migrations: 'current', row_level_security: 'on' });
  const owners = `select distinct tableowner as owner from pg_tables where schemaname = 'public'`;
  expect(await machine.cluster.sql(owners, 'entrada')).toEqual([{ owner: 'entrada_owner' }]);
  expect(await phonesOf(service)).toEqual(phones);
  expect((await apiOf(service).post('/leads', { phone: '11987650009' })).status).toBe(201);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-compose-'));
  chmodSync(folder, 0o755);
  first = await Machine.create('first');
  expect(await first.follow(UP)).toMatchObject({ code: 0 });
  const service = await first.start();
  const operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
  const { id } = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
  const body = { name: 'site', permissions: ['leads:read', 'leads:write'] };
  key = (await operator.with({ 'X-Account-Id': id }).post<{ key: string }>('/api-keys', body)).data.key;
  expect((await apiOf(service).post('/leads', { phone: '11987650001' })).status).toBe(201);
});
afterAll(async () => {
  for (const machine of machines) await machine.end();
  rmSync(folder, { recursive: true, force: true });
});

it('a copy is taken while the service runs, also on the second night', async () => {
  for (let night = 0; night < 2; night++) expect(await first.follow(BACKUP)).toEqual({ code: 0, output: '' });
  expect((await apiOf(first.service).post('/leads', { phone: '11987650002' })).status).toBe(201);
});

it('a restore changes nothing while an instance runs, or when the copy is not whole', async () => {
  const [restore = ''] = RESTORE.match(/^.*restore.*$/m) ?? [];
  const refused = await first.follow(restore);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('being accessed by other users')]);
  const broken = await first.follow(
    `head -c 50000 "$BACKUP/entrada.dump" > "$BACKUP/half" && ${restore.replace('/entrada.dump', '/half')}`,
  );
  expect(broken.code).toBe(1);
  expect(await phonesOf(first.service)).toEqual(['987650001', '987650002']);
});

it('a restore brings back the copy, and keeps what was there', async () => {
  for (let time = 0; time < 2; time++) {
    expect(await first.follow(RESTORE)).toMatchObject({ code: 0 });
    await expectAlive(first, ['987650001']);
  }
  const kept = await first.cluster.sql<{ phone: string }>('select count(*)::int as n from leads', 'replaced');
  expect(kept).toEqual([{ n: 2 }]);
});

it('a new machine begins with the copy', async () => {
  const second = await Machine.create('second');
  expect(await second.follow(UP)).toMatchObject({ code: 0 });
  await second.start();
  expect(await second.follow(RESTORE)).toMatchObject({ code: 0 });
  await expectAlive(second, ['987650001']);
});
