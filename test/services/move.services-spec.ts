import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { FileLock } from '../../src/database/embedded/locks';
import { migrationStatus, revertLatest } from '../../src/database/schema/migrations';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { finished, freePort, run, until } from '../fault/support/processes';
import { type PostgresRelease, programsOf } from '../fault/support/postgres-releases';
import { migrateDatabase } from '../fault/support/stack';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';
import { StartedService } from '../support/started-service';
import { commandsOf } from './documented-commands';
import { digestsOf, fillSource, type Known, onSource } from './support/filled-source';

const MOVE = 'dist/src/move.js';
const [COMMAND = ''] = commandsOf('docs/operations.md', 'From the embedded database to a server');

let folder: string;
let dataDir: string;
let known: Known;
/** A PostgreSQL 15. */
let oldest: Cluster;
let rows: Record<string, string>;
const clusters: Cluster[] = [];

async function cluster(release: PostgresRelease): Promise<Cluster> {
  const made = await Cluster.create(join(folder, `postgres-${release}`), {}, await programsOf(release));
  clusters.push(made);
  return made;
}

/** Runs the documented command without the build. DATABASE_URL is set as for the service; the command does not need it. */
const move = (to: string, env: Record<string, string> = {}) =>
  run('bash', ['-c', COMMAND.replace('npm run move --', `exec node ${MOVE}`)], {
    OWNER_URL: to,
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://not-used',
    ...env,
  });

const digestsAt = async (url: string): Promise<Record<string, string>> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return digestsOf(client).finally(() => client.end());
};

const countAccounts = async (server: Cluster, database: string): Promise<number> =>
  (await server.sql('select from accounts', database)).length;

const sourceRows = (): Promise<Record<string, string>> => onSource(dataDir, digestsOf);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-move-'));
  chmodSync(folder, 0o755);
  dataDir = join(folder, 'data');
  oldest = await cluster(15);
  known = await fillSource(dataDir);
  rows = await sourceRows();
  expect(Object.entries(rows).filter(([, digest]) => digest.startsWith('0 '))).toEqual([]);
});
afterAll(async () => {
  for (const made of clusters) await made.stop('immediate').catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

/** Expects the service on the moved database to accept the earlier key, cursor, external_id, token and link. */
async function expectAlive(app: string): Promise<void> {
  const service = await Instance.start(folder, 'moved', { DATABASE_URL: app, OPERATOR_TOKEN: known.operatorToken });
  try {
    await untilReadinessSays(service.url, { ready: true, migrations: 'current', row_level_security: 'on' });
    const api = new HttpClient(`${service.url}/api/v1`, known.key);
    expect((await api.get(`/leads/${known.leadId}`)).data).toMatchObject({ phone: '5511987654321', tags: ['VIP'] });
    const next = await api.get<{ id: string }[]>(`/leads?limit=1&cursor=${known.cursor}`);
    expect(next.data.map(({ id }) => id)).toEqual(known.page);
    const again = await api.post('/leads', { phone: '11987654321', external_id: known.externalId });
    expect([again.status, again.data]).toMatchObject([200, { id: known.leadId, created: false, duplicate: true }]);
    expect((await api.post('/leads', { phone: '21987654321' })).status).toBe(201);
    const operator = new HttpClient(`${service.url}/admin/v1`, known.operatorToken);
    expect((await operator.get<unknown[]>('/accounts')).data).toHaveLength(2);
    const owner = operator.with({ 'X-Account-Id': known.accountId });
    expect((await owner.get<unknown[]>('/audit?limit=100')).data).toHaveLength(100);
    const anyone = new HttpClient(`${service.url}/admin/v1`, '');
    expect((await anyone.post('/sessions', { token: known.link })).status).toBe(201);
  } finally {
    await service.stop();
  }
}

it.each<PostgresRelease>([16, 17, 18])(
  'moves everything into PostgreSQL %i, where the service goes on',
  async (release) => {
    const server = await cluster(release);
    const { owner, app } = await server.createDatabase('entrada');
    const { code, output } = await move(owner);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Moved \d+ rows of \d+ tables, counted and compared/m)]);
    expect(await digestsAt(server.url('entrada', 'postgres'))).toEqual(rows);
    await expectAlive(app);
    // The next migration gets an unused number.
    await server.sql(
      `insert into migrations (timestamp, name) values (9999999999999, 'Later9999999999999')`,
      'entrada',
    );
  },
);

/** Starts a move and interrupts it about halfway. */
async function moveUntil(to: string, interrupt: (process: ChildProcess) => unknown) {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [MOVE, '--to', to], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = finished(child);
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => /^lead_words/m.test(text.toString()) && resolve());
    child.once('close', () => resolve());
  });
  await interrupt(child);
  return end;
}

const embeddedPid = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** Checks the lock that each process of the embedded PostgreSQL holds. */
async function isEmbeddedDown(): Promise<boolean> {
  const lock = await FileLock.open(join(dataDir, 'postgres.lock'));
  const isFree = lock.take();
  lock.close();
  return isFree;
}

/** What is said of a killed PostgreSQL: its process may still tell why it ends. */
const cutOff = (side: string): RegExp =>
  new RegExp(
    `^${side}: (the (server \\w+ the )?connection|terminating connection due to unexpected postmaster exit \\(57P01\\)$)`,
    'm',
  );

it('leaves nothing on the target however it is stopped, moves everything into PostgreSQL 15 when it runs again, and then says that it is there', async () => {
  const { owner, app } = await oldest.createDatabase('entrada');
  const accounts = () =>
    until('the end of its transaction', PATIENCE_MS, () => countAccounts(oldest, 'entrada').then((n) => [n]));

  const ended = await moveUntil(owner, (child) => child.kill('SIGTERM'));
  expect([ended.code, ended.output]).toEqual([
    1,
    expect.stringMatching(/^Stopped\. Nothing is moved until everything is: run it again\.$/m),
  ]);
  expect([await isEmbeddedDown(), await accounts()]).toEqual([true, [0]]);

  const died = await moveUntil(owner, () => process.kill(embeddedPid(), 'SIGKILL'));
  expect([died.code, died.output]).toEqual([1, expect.stringMatching(cutOff('The embedded PostgreSQL'))]);
  expect([await isEmbeddedDown(), await accounts()]).toEqual([true, [0]]);

  const lost = await moveUntil(owner, () => oldest.kill());
  expect([lost.code, lost.output]).toEqual([1, expect.stringMatching(cutOff('--to'))]);
  await oldest.start();
  expect([await isEmbeddedDown(), await accounts()]).toEqual([true, [0]]);

  const killed = await moveUntil(owner, (child) => child.kill('SIGKILL'));
  expect(killed.code).toBeNull();
  expect([await isEmbeddedDown(), await accounts()]).toEqual([false, [0]]);

  const { code, output } = await move(owner);
  expect(code).toBe(0);
  for (const [name, digest] of Object.entries(rows))
    expect(output).toMatch(new RegExp(`^${name} +${digest.split(' ')[0]}$`, 'm'));
  expect(output).toContain(`the content of ${join(dataDir, 'operator-token')}`);
  expect(output).not.toContain(known.operatorToken);
  expect(await digestsAt(oldest.url('entrada', 'postgres'))).toEqual(rows);
  expect(await move(owner)).toEqual({
    code: 0,
    output: expect.stringMatching(/^Everything is there already/) as string,
  });
  await expectAlive(app);
  // The service has written there since.
  expect(await move(owner)).toEqual({ code: 1, output: `${FILLED}\n` });
  expect(await sourceRows()).toEqual(rows);
});

const FILLED =
  '--to: the database holds accounts already, and not those of the embedded one: move into an empty database';
const OWNER = 'name entrada_owner (docs/operations.md, "Roles")';

it.each<[what: string, to: () => Promise<string> | string, said: string]>([
  [
    'where nothing listens',
    async () => `postgres://u@127.0.0.1:${await freePort()}/x`,
    '--to: the server refuses the connection (127.0.0.1:PORT)',
  ],
  [
    'that is not there',
    () => oldest.url('not_there', 'entrada_owner'),
    '--to: database "not_there" does not exist (3D000)',
  ],
  [
    'of the role of the service',
    async () => (await oldest.createDatabase('roles')).app,
    `--to: the role entrada_app does not own the tables: ${OWNER}`,
  ],
  ['of a superuser', () => oldest.url('roles', 'postgres'), `--to: the role postgres is a superuser: ${OWNER}`],
  [
    'in another encoding',
    async () => {
      await oldest.sql(`create database latin template template0 encoding 'LATIN1' locale 'C'`);
      return oldest.url('latin', 'entrada_owner');
    },
    '--to: the database has the encoding LATIN1, it must be UTF8',
  ],
  [
    'of PostgreSQL 14',
    async () => (await cluster(14)).url('postgres', 'postgres'),
    '--to: PostgreSQL 15 or newer is needed; this server is 14.23',
  ],
  [
    'that a later release has migrated',
    async () => {
      const { owner } = await oldest.createDatabase('later');
      await migrateDatabase(owner);
      await oldest.sql(
        `insert into migrations (timestamp, name) values (9999999999999, 'Later9999999999999')`,
        'later',
      );
      return owner;
    },
    '--to: a later release has migrated the database: use that one',
  ],
  [
    'of an earlier release that is in use, and does not migrate it',
    async () => {
      const { owner } = await oldest.createDatabase('used');
      await migrateDatabase(owner);
      await revertLatest(owner);
      await oldest.sql(ACCOUNT, 'used');
      return owner;
    },
    FILLED,
  ],
  [
    'with other columns',
    async () => {
      const { owner } = await oldest.createDatabase('columns');
      await migrateDatabase(owner);
      await oldest.sql('alter table tags add column colour text', 'columns');
      return owner;
    },
    '--to: not the columns of this release: tags',
  ],
  [
    'that changes what is written',
    async () => {
      const { owner } = await oldest.createDatabase('changing');
      await migrateDatabase(owner);
      await oldest.sql(CHANGING, 'changing');
      return owner;
    },
    'daily_submissions is not the same on both sides.',
  ],
])('refuses a target %s', async (_what, to, said) => {
  const address = await to();
  const { code, output } = await move(address);
  const [line, ...more] = output.replace(/^\w+ +\d+\n/gm, '').split('\n');
  expect([code, line?.replace(/:\d+\)/, ':PORT)'), more]).toEqual([1, said, ['']]);
  if (said === FILLED) expect(await countAccounts(oldest, 'used')).toBe(1);
  if (address.includes('used')) expect((await migrationStatus(address)).pending).toHaveLength(1);
  if (address.includes('changing')) expect(await countAccounts(oldest, 'changing')).toBe(0);
});

const ACCOUNT = `insert into accounts values (gen_random_uuid(), 'Conta', 'Dona', 'd@example.com', 'd@example.com', now(), true, true, true, true, '', now())`;

const CHANGING = `
  create function change() returns trigger language plpgsql as $$ begin new.allowed := new.allowed + 1; return new; end $$;
  create trigger change before insert on daily_submissions for each row execute function change()`;

it('refuses a target whose tables are in use', async () => {
  const { owner } = await oldest.createDatabase('locked');
  await migrateDatabase(owner);
  await oldest.as('locked', async (client) => {
    await client.query('begin; select from leads');
    expect(await move(owner)).toEqual({
      code: 1,
      output: '--to: another session uses the tables (pg_stat_activity): end it\n',
    });
  });
});

it('refuses a source that is in use, that is not there, or of another release, and makes nothing', async () => {
  const { owner } = await oldest.createDatabase('sources');
  const own = join(folder, 'own');
  const service = new StartedService(own);
  await service.address();
  expect(await move(owner, { DATA_DIR: own })).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The data folder \S+ is in use by the running process \d+ on \S+: stop it, or /,
    ) as string,
  });
  await service.stop();
  await onSource(own, (_client, url) => revertLatest(url));
  expect(await move(owner, { DATA_DIR: own })).toEqual({
    code: 1,
    output: 'The embedded database is of an earlier release: start this one on it once (npm start), and stop it.\n',
  });
  await onSource(own, async (client, url) => {
    await migrateDatabase(url);
    await client.query(`insert into migrations (timestamp, name) values (9999999999999, 'Later9999999999999')`);
  });
  expect(await move(owner, { DATA_DIR: own })).toEqual({
    code: 1,
    output: 'The embedded database is of a later release: move it with that one.\n',
  });
  const none = join(folder, 'none');
  expect(await move(owner, { DATA_DIR: none })).toEqual({
    code: 1,
    output: `There is no embedded database in ${none}: set DATA_DIR to its folder.\n`,
  });
  expect(existsSync(none)).toBe(false);
  expect((await oldest.sql(`select from pg_tables where schemaname = 'public'`, 'sources')).length).toBe(0);
});

it.each([
  [[], /^--to is missing\.\n\nUsage: npm run move -- --to/],
  [
    ['--to', 'mysql://user:sesame@localhost'],
    /^Invalid settings:\n {2}--to must be an address that starts with postgres:\/\/ or postgresql:\/\/\n$/,
  ],
  [['--from', 'x'], /^Unknown option '--from'.*\n\nUsage: npm run move/],
])('refuses the arguments %j', async (args, said) => {
  const { code, output } = await run(process.execPath, [MOVE, ...args], { DATA_DIR: dataDir });
  expect([code, output]).toEqual([1, expect.stringMatching(said)]);
  expect(output).not.toContain('sesame');
});
