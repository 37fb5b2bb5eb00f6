import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makeRoles } from '../../src/database/schema/roles';
import { Cluster, ROLE } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { freePort, mustRun, until } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';
import { commandsOf } from './documented-commands';

const [DUMP = '', RESTORE = ''] = commandsOf('docs/operations.md', 'A copy');
const [ARCHIVE = '', NIGHTLY = '', RESTORE_TO_MOMENT = ''] = commandsOf('docs/operations.md', 'Point-in-time restore');

/** A segment of the archived write-ahead log. */
const OLD_PIECE = '000000010000000000000001';

const BIN = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
const PHONES = Array.from({ length: 40 }, (_, index) => `1198765${String(1000 + index)}`);

let folder: string;
let cluster: Cluster;
let service: Instance;
let key: string;

/** Runs a command as PostgreSQL's user, who owns its files. */
function asServer(env: Record<string, string>, ...command: string[]): Promise<string> {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const whole = ['env', `PATH=${BIN}:${process.env.PATH}`, ...settings, ...command];
  return process.getuid?.() === 0
    ? mustRun('runuser', ['-u', 'postgres', '--', ...whole])
    : mustRun('env', whole.slice(1));
}
const follow = (commands: string, env: Record<string, string>): Promise<string> =>
  asServer({ BACKUP: join(folder, 'backup'), ...env }, 'bash', '-euo', 'pipefail', '-c', commands);

const apiOf = ({ url }: Instance): HttpClient => new HttpClient(`${url}/api/v1`, key);

async function submit(phones: string[]): Promise<void> {
  for (const phone of phones) {
    const lead = {
      phone,
      external_id: `form-${phone}`,
      name: 'Ana',
      tags: ['Site'],
      notes: 'Olá',
      deal: { value: 10.5 },
    };
    expect((await apiOf(service).post('/leads', lead)).status).toBe(201);
  }
}

const ofOwner = (database: string, port?: number): string => cluster.url(database, 'entrada_owner', port);

/** Digests the rows of each table, without uses and refusals of keys, which are written a moment after the call. */
async function rowsOf(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'
         and table_name not in ('api_key_uses', 'key_refusals', 'key_refusal_days') order by 1`,
    );
    // A server that has just recovered may hold a table's lock for longer than the role waits.
    await client.query('set lock_timeout = 0');
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${name} t`,
      );
      digests[name] = rows[0]?.digest ?? '';
    }
    return digests;
  } finally {
    await client.end();
  }
}

/** Expects the service on the restored database to be ready, to have every lead and to know every submission. */
async function expectAlive(url: string, phones: string[]): Promise<void> {
  const restored = await Instance.start(folder, 'restored', { DATABASE_URL: url, OPERATOR_TOKEN });
  try {
    await untilReadinessSays(restored.url, { ready: true, row_level_security: 'on' });
    expect((await apiOf(restored).get<unknown[]>('/leads?limit=100')).data).toHaveLength(phones.length);
    const [phone = ''] = phones.slice(-1);
    const again = await apiOf(restored).post('/leads', { phone, external_id: `form-${phone}` });
    expect([again.status, again.data]).toMatchObject([200, { created: false, duplicate: true }]);
    expect((await apiOf(restored).post('/leads', { phone: '21987654321' })).status).toBe(201);
  } finally {
    await restored.stop();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-backup-'));
  chmodSync(folder, 0o755);
  cluster = await Cluster.create(join(folder, 'postgres'));
  for (const name of ['backup', 'restored']) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    if (process.getuid?.() !== 0) continue;
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(join(folder, name), id('-u'), id('-g'));
  }
  const { owner: ownerUrl, app } = await cluster.createDatabase('entrada');
  await migrateDatabase(ownerUrl);
  service = await Instance.start(folder, 'service', { DATABASE_URL: app, OPERATOR_TOKEN });
  const operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
  const { id } = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
  const owner = operator.with({ 'X-Account-Id': id });
  const permissions = ['leads:read', 'leads:write'];
  key = (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions })).data.key;
  await submit(PHONES.slice(0, 20));
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await cluster.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

it('a copy, restored into another database, holds every row', async () => {
  const [original, { owner: copy }] = [ofOwner('entrada'), await cluster.createDatabase('copy')];
  // Jobs of the service would write between the copy and the comparison, for example an attempt at a mail.
  await service.stop();
  // The copy must also work on the second night.
  for (let night = 0; night < 2; night++) await follow(DUMP, { DATABASE_URL: original });
  await follow(RESTORE, { RESTORED_URL: copy });
  const rows = await rowsOf(copy);
  expect(rows).toEqual(await rowsOf(original));
  expect([rows.leads, rows.submissions].map((digest) => digest?.split(' ')[0])).toEqual(['20', '20']);
});

it('the administrator of a managed server restores the copy as its owner, and the service goes on with it', async () => {
  await cluster.sql(`create role administrator login createrole createdb`);
  await cluster.sql('create database managed owner administrator');
  const admin = cluster.url('managed', 'administrator');
  const passwords = { owner: 'of-the-tables', app: 'of-the-service' };
  // roles.sql grants this where the administrator made the roles. Here the superuser made them.
  await cluster.sql('grant entrada_owner to administrator');
  const { app } = await makeRoles(admin, passwords);
  await follow(RESTORE, { RESTORED_URL: admin });
  expect(await rowsOf(admin)).toEqual(await rowsOf(ofOwner('entrada')));
  await expectAlive(app, PHONES.slice(0, 20));
  await makeRoles(admin, passwords);
  const owners = `select distinct tableowner as owner from pg_tables where schemaname = 'public'`;
  expect(await cluster.sql(owners, 'managed')).toEqual([{ owner: 'entrada_owner' }]);
  await service.start();
});

it('base backup and archive bring back the moment before a mistake, on another server', async () => {
  const admin = cluster.url('postgres', 'postgres');
  await follow(ARCHIVE, { ADMIN_URL: admin });
  await cluster.stop('fast');
  await cluster.start();
  await until('the service', PATIENCE_MS, async () => (await service.ready()).status === 200);
  // This segment of the log is older than every base backup.
  await follow(`touch "$BACKUP/wal/${OLD_PIECE}"`, {});
  await follow(NIGHTLY, { ADMIN_URL: admin });
  // The next night is the eighth: the seven earlier backups have dates of other years.
  const bases = join(folder, 'backup', 'base');
  const [first = ''] = readdirSync(bases);
  const years = ['2018', '2019', '2020', '2021', '2022', '2023', '2024'].map((year) => `${year}-01-01T03:00:00Z`);
  const copies = years.map((year) => `mkdir "$BACKUP/base/${year}" && cp "$BACKUP/base/${first}/backup_label" "$_"`);
  await follow(copies.join('\n'), {});
  const archived = (): string[] =>
    readdirSync(join(folder, 'backup', 'wal')).filter((name) => /^[\dA-F]{24}$/.test(name));
  const needed = archived();
  expect(needed).not.toContain(OLD_PIECE);
  await submit(PHONES.slice(20, 30));
  await follow(NIGHTLY, { ADMIN_URL: admin });
  expect(readdirSync(bases).sort()).toEqual([...years.slice(2), first, expect.stringMatching(/Z$/)]);
  expect(archived()).toEqual(expect.arrayContaining(needed));
  await submit(PHONES.slice(30));
  await service.stop();

  const before = await rowsOf(ofOwner('entrada'));
  const [{ moment, wal } = { moment: '', wal: '' }] = await cluster.sql<{ moment: string; wal: string }>(
    'select clock_timestamp()::text as moment, pg_walfile_name(pg_current_wal_lsn()) as wal',
  );
  await sleep(50);
  await cluster.sql('truncate accounts cascade', 'entrada');
  await cluster.sql('select pg_switch_wal()');
  await until('the archive', PATIENCE_MS, async () => {
    const [row] = await cluster.sql<{ is: boolean }>(
      `select last_archived_wal >= $1 as is from pg_stat_archiver`,
      'postgres',
      [wal],
    );
    return row?.is;
  });

  const data = join(folder, 'restored');
  await follow(RESTORE_TO_MOMENT, { NEW_PGDATA: data, RESTORE_TO: moment });
  const port = await freePort();
  const settings = `-p ${port} -k ${data} -c listen_addresses=127.0.0.1`;
  await asServer({}, 'pg_ctl', '-D', data, '-w', '-t', '60', '-l', join(data, 'log'), '-o', settings, 'start');
  try {
    const rows = await rowsOf(ofOwner('entrada', port));
    expect(rows).toEqual(before);
    expect(rows.leads?.split(' ')[0]).toBe('40');
    expect((await rowsOf(ofOwner('entrada'))).leads?.split(' ')[0]).toBe('0');
    await expectAlive(cluster.url('entrada', ROLE, port), PHONES);
  } finally {
    await asServer({}, 'pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
  }
});
