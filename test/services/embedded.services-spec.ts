import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { copyForOthers, findBinaries } from '../../src/database/embedded/binaries';
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres';
import { FileLock } from '../../src/database/embedded/locks';
import { keptSecret } from '../../src/database/embedded/own-files';
import { serverOf, spawnPostgres, waitUntil } from '../../src/database/embedded/server';
import { type ServerUser, serverUserFor } from '../../src/database/embedded/data-folder';
import { migrate } from '../../src/database/schema/migrations';
import { freePort } from '../fault/support/processes';

/** Other users, other services and killed services may have put files where the service keeps its own. */

const isRoot = process.getuid?.() === 0;
/** The id of a user who owns nothing on this machine. */
const STRANGER = 12_345;

let dataDir: string;
let theirs: string;
let running: EmbeddedPostgres | undefined;
const others: ChildProcess[] = [];

beforeEach(() => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'entrada-'));
  fs.chmodSync(dataDir, 0o755);
  theirs = join(dataDir, 'theirs');
  fs.writeFileSync(theirs, 'known to them', { mode: 0o600 });
});
afterEach(async () => {
  for (const other of others.splice(0)) await end(other);
  await stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const start = async (options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> =>
  (running = await startEmbeddedPostgres({ dataDir, unsafeButFast: true, ...options }));

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** Starts a process that is no part of PostgreSQL, with one more open file, as this user. */
function bystander(file?: number, user?: ServerUser): ChildProcess {
  const process = spawn('sleep', ['1000'], { stdio: ['ignore', 'ignore', 'ignore', file ?? 'ignore'], ...user });
  others.push(process);
  return process;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const environmentOf = ({ cluster }: EmbeddedPostgres): string[] => {
  const pid = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0];
  const names = fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return names.map((pair) => pair.split('=')[0] ?? '').filter((name) => name !== '');
};

it('the database of an earlier release, whose superuser owns the tables, changes hands with all that is in it', async () => {
  // An attacker who can guess the name of the first password's file could put a link there.
  const foreseen = join(dataDir, `initdb-${process.pid}.tmp`);
  fs.symlinkSync(theirs, foreseen);
  process.env.CANARY_TOKEN = 'not for PostgreSQL';
  const first = await start();
  expect(fs.readFileSync(theirs, 'utf8')).toBe('known to them');
  if (process.platform === 'linux') expect(environmentOf(first).sort()).toEqual(['LC_ALL', 'PATH', 'TZ']);
  await migrate(first.adminUrl);
  await ask(first.adminUrl, `create table keepsake as select 'kept' as what`);
  const roles = ['entrada_app', 'entrada_owner'];
  for (const role of roles) await ask(first.adminUrl, `drop owned by ${role}`);
  for (const role of roles) await ask(first.adminUrl, `drop role ${role}`);
  await stop();
  for (const name of ['owner-password', 'app-password']) fs.rmSync(join(dataDir, name));
  // The server of a killed service goes on and holds no lock.
  const cluster = join(dataDir, 'postgres');
  const user = serverUserFor(cluster);
  const program = (await findBinaries(user)).postgres;
  const left = spawnPostgres({ program, cluster, args: ['-p', String(await freePort()), '-k', ''], user });
  others.push(left);
  expect(await waitUntil(() => serverOf(cluster) === left.pid, 10_000)).toBe(true);

  const { urls } = await start();
  expect(left.exitCode).toBe(0);
  expect(await migrate(urls.owner)).toEqual([]);
  expect(await ask(urls.app, 'select what from keepsake')).toEqual([{ what: 'kept' }]);
  const owners = `select distinct tableowner as owner from pg_tables where schemaname = 'public'`;
  expect(await ask(urls.app, owners)).toEqual([{ owner: 'entrada_owner' }]);
  expect(await ask(urls.app, `select row_security_active('leads') as is`)).toEqual([{ is: true }]);
  await stop();

  // PostgreSQL's user owns this folder and the service may be root, so it must not write to a link.
  fs.rmSync(join(dataDir, 'postgres', 'server.log'));
  fs.symlinkSync(theirs, join(dataDir, 'postgres', 'server.log'));
  await expect(start()).rejects.toThrow();
  expect(fs.readFileSync(theirs, 'utf8')).toBe('known to them');
});

it('one folder has one service, by whatever name, and none while a process of its PostgreSQL lives', async () => {
  const { cluster, adminUrl } = await start();
  await ask(adminUrl, `create table keepsake as select 'kept' as what`);
  const link = join(dataDir, 'link');
  fs.symlinkSync(dataDir, link);
  for (const name of [dataDir, link])
    await expect(startEmbeddedPostgres({ dataDir: name })).rejects.toThrow(
      `The data folder ${dataDir} is in use by the running process ${process.pid} on `,
    );
  const lock = await FileLock.open(`${cluster}.lock`);
  expect(lock.take()).toBe(false);
  await stop();

  // A hidden process, as in another container, holds the lock. PostgreSQL's own guard names an unrelated process here.
  expect(lock.take()).toBe(true);
  const hidden = bystander(lock.descriptor);
  lock.close();
  const guard = join(cluster, 'postmaster.pid');
  const user = serverUserFor(cluster);
  fs.writeFileSync(guard, `${bystander(undefined, user).pid}\n${cluster}\n1\n5432\n\n\n        1         1\n`);
  if (user) fs.chownSync(guard, user.uid, user.gid);
  const ended = new AbortController();
  const refused = expect(start({ signal: ended.signal })).rejects.toThrow('aborted');
  await new Promise((resolve) => setTimeout(resolve, 300));
  ended.abort();
  await refused;
  await end(hidden);
  expect(await ask((await start()).adminUrl, 'select what from keepsake')).toEqual([{ what: 'kept' }]);
  await stop();

  // A power cut can leave an empty lock file.
  fs.writeFileSync(guard, '');
  await start();
});

it('a chosen folder that PostgreSQL cannot enter is refused, and nothing is made', async () => {
  fs.chmodSync(dataDir, 0o700);
  const inner = join(dataDir, 'inner');
  // PostgreSQL runs as another user only when root starts it.
  if (!isRoot) return expect((await start({ dataDir: inner, mustStay: true })).cluster).toBe(join(inner, 'postgres'));
  await expect(start({ dataDir: inner, mustStay: true })).rejects.toThrow(
    `cannot enter the folder ${dataDir}, and DATA_DIR is ${inner}: open it (chmod o+x ${dataDir})`,
  );
  expect(fs.readdirSync(inner)).toEqual([]);
});

it('what cannot be written to is named', async () => {
  fs.mkdirSync(join(dataDir, 'postgres.service.lock'));
  await expect(start()).rejects.toThrow(`The embedded PostgreSQL cannot use the DATA_DIR ${dataDir}: EISDIR`);
});

it.each(['operator-token', 'postgres-password', 'owner-password', 'app-password'])(
  'a secret that somebody else has put there as %s is not used',
  (name) => {
    const file = join(dataDir, name);
    fs.symlinkSync(theirs, file);
    expect(() => keptSecret(file)).toThrow();
    fs.rmSync(file);
    fs.linkSync(theirs, file);
    expect(() => keptSecret(file)).toThrow(/not a file of the service's own/);
    fs.rmSync(file);
    fs.writeFileSync(file, 'known to all', { mode: 0o644 });
    expect(() => keptSecret(file)).toThrow(/Other users may read/);
    fs.rmSync(file);
    if (isRoot) {
      fs.writeFileSync(file, 'known to them', { mode: 0o600 });
      fs.chownSync(file, STRANGER, STRANGER);
      expect(() => keptSecret(file)).toThrow(/not a file of the service's own/);
      fs.rmSync(file);
    }
    const made = keptSecret(file);
    expect([made.length, keptSecret(file), fs.statSync(file).mode & 0o777]).toEqual([43, made, 0o600]);
    expect(fs.readdirSync(dataDir).sort()).toEqual([name, 'theirs'].sort());
  },
);

it('a folder that every user may write to is refused, and one in it', async () => {
  fs.chmodSync(dataDir, 0o777);
  await expect(start()).rejects.toThrow(`Every user may write to the folder ${dataDir}`);
  const inner = join(dataDir, 'inner');
  await expect(startEmbeddedPostgres({ dataDir: inner })).rejects.toThrow(dataDir);
});

it('a link in the place of the database is refused', async () => {
  const elsewhere = join(dataDir, 'elsewhere');
  fs.mkdirSync(elsewhere, { mode: 0o700 });
  fs.symlinkSync(elsewhere, join(dataDir, 'postgres'));
  await expect(start()).rejects.toThrow(/not a folder of the service's own/);
  expect(fs.readdirSync(elsewhere)).toEqual([]);
});

it('a folder of another user is refused, and a database of another user in a folder of ours', async () => {
  if (!isRoot) {
    // A folder can be given away by root only. This folder belongs to root.
    const refused = startEmbeddedPostgres({ dataDir: '/usr/share' });
    return expect(refused).rejects.toThrow('The folder /usr/share belongs to another user');
  }
  fs.chownSync(dataDir, STRANGER, STRANGER);
  await expect(start()).rejects.toThrow(`The folder ${dataDir} belongs to another user`);
  fs.chownSync(dataDir, 0, 0);
  plant(join(dataDir, 'postgres'));
  await expect(start()).rejects.toThrow(/belongs to a user/);
});

it('a folder that is closed to PostgreSQL has its database in a place of root alone', async () => {
  fs.chmodSync(dataDir, 0o700);
  // PostgreSQL runs as another user only when root starts it. That user needs another place.
  if (!isRoot) return expect((await start()).cluster).toBe(join(dataDir, 'postgres'));
  const tag = createHash('sha256').update(join(dataDir, 'postgres')).digest('hex').slice(0, 12);
  const place = `/var/lib/entrada/data-${tag}`;
  try {
    const { cluster, urls } = await start();
    expect(cluster).toBe(place);
    expect(fs.statSync('/var/lib/entrada')).toMatchObject({ uid: 0 });
    expect(fs.statSync(cluster).mode & 0o777).toBe(0o700);
    expect(await ask(urls.app, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  } finally {
    for (const suffix of ['', '.lock', '.service.lock']) fs.rmSync(place + suffix, { recursive: true, force: true });
  }
});

it('a second stop at the same time also waits until nothing of it runs', async () => {
  const { cluster } = await start();
  await Promise.race([running?.stop(), running?.stop()]);
  expect(serverOf(cluster)).toBeUndefined();
});

it('a database of another major version of PostgreSQL is refused, with both versions, and stays as it is', async () => {
  const { cluster } = await start();
  await stop();
  const version = join(cluster, 'PG_VERSION');
  const made = fs.readFileSync(version, 'utf8');
  fs.writeFileSync(version, '17\n');
  await expect(start()).rejects.toThrow(
    `The database in ${cluster} is of PostgreSQL 17, and this release brings PostgreSQL ${made.trim()}`,
  );
  fs.writeFileSync(version, made);
  await expect(start()).resolves.toMatchObject({ cluster });
});

it('the programs of PostgreSQL in a closed folder are copied once for each version of their package', async () => {
  const home = join(dataDir, 'native');
  fs.mkdirSync(home);
  // PostgreSQL runs as another user only when root starts it.
  if (!isRoot) return expect(copyForOthers(home, '18.4.0')).rejects.toThrow();
  const copies: string[] = [];
  try {
    for (const version of ['18.4.0', '18.5.0']) {
      fs.writeFileSync(join(home, 'postgres'), version);
      const [one, another] = await Promise.all([copyForOthers(home, version), copyForOthers(home, version)]);
      copies.push(one);
      expect(another).toBe(one);
      expect(fs.readFileSync(join(one, 'postgres'), 'utf8')).toBe(version);
    }
    expect(copies[0]).not.toBe(copies[1]);
    // An install under a strict umask lets only the owner enter, read and run.
    fs.mkdirSync(join(home, 'bin'), { mode: 0o700 });
    for (const [name, mode] of [['bin/initdb', 0o700] as const, ['bin/list', 0o600] as const]) {
      fs.writeFileSync(join(home, name), '', { mode });
    }
    const strict = await copyForOthers(home, '18.6.0');
    copies.push(strict);
    const modeOf = (name: string) => fs.statSync(join(strict, name)).mode & 0o777;
    expect(['.', 'bin', 'bin/initdb', 'bin/list'].map(modeOf)).toEqual([0o755, 0o755, 0o755, 0o644]);
  } finally {
    for (const copy of copies) for (const file of [copy, `${copy}.lock`]) fs.rmSync(file, { recursive: true });
  }
});

function plant(cluster: string): void {
  fs.mkdirSync(cluster, { mode: 0o700 });
  fs.writeFileSync(join(cluster, 'PG_VERSION'), '18\n');
  for (const place of [cluster, join(cluster, 'PG_VERSION')]) fs.chownSync(place, STRANGER, STRANGER);
}

it('a server that died is started again as soon as that is possible', async () => {
  const { cluster, adminUrl } = await start();
  const log = join(cluster, 'server.log');
  const [pid] = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  // A folder replaces the log, so that no write succeeds, as on a full disk.
  fs.renameSync(log, `${log}.before`);
  fs.mkdirSync(log);
  process.kill(Number(pid), 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  fs.rmdirSync(log);
  fs.renameSync(`${log}.before`, log);
  const answers = async (): Promise<boolean> => {
    const client = new Client({ connectionString: adminUrl });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  let isBack = false;
  for (let tries = 0; tries < 100 && !isBack; tries++) {
    isBack = await answers();
    if (!isBack) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(isBack).toBe(true);
});
