import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeRoles } from '../../src/database/schema/roles';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { finished, freePort, run, until } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { blocksOf, commandsOf } from './documented-commands';

const block = (page: string, begins: string): string =>
  blocksOf(page)
    .map(({ commands }) => commands.trim())
    .find((commands) => commands.startsWith(begins)) ?? 'none';
const FIRST_STEPS = block('README.md', 'npm run console-link');

const PAGES = [
  'README.md',
  'docs/operations.md',
  'docs/imports.md',
  'docs/scaling.md',
  'docs/quick-start.md',
  'docs/pt/quick-start.md',
  'docs/pt/imports.md',
  'docs/pt/errors.md',
];

/** Blocks that no test runs unchanged, with the reasons. */
const HELD: Record<string, string> = {
  'README.md: npm ci && npm start':
    'image.services-spec.ts installs and builds, start.long-spec.ts starts with the embedded database',
  [`README.md: ${FIRST_STEPS}`]: 'first-steps.services-spec.ts runs both on a first start',
  'README.md: npm ci && npm test': 'it is what runs before this suite',
  [`docs/scaling.md: ${block('docs/scaling.md', 'select citus_set_coordinator_host')}`]:
    'needs a cluster of Citus; cluster.ts of test:citus makes one so',
  'docs/scaling.md: DATABASE_URL=postgres://…coordinator…/entrada npm run distribute -- --shards 128':
    'needs a cluster of Citus; distribute.e2e-spec.ts runs the command against a stand-in, test:citus on a cluster',
  [`docs/scaling.md: ${block('docs/scaling.md', 'alter system set citus.node_connection_timeout')}`]:
    'needs a cluster of Citus; ops/citus.yml starts its nodes with these settings',
  [`docs/scaling.md: ${block('docs/scaling.md', 'insert into pg_dist_poolinfo')}`]:
    'needs a cluster of Citus, on which the test of a frozen worker does the same',
  [`docs/scaling.md: ${block('docs/scaling.md', 'select citus_add_node(')}`]:
    'needs a cluster with room for a third worker; outage.cluster-spec.ts moves a shard',
  'docs/scaling.md: psql --set=ON_ERROR_STOP=1 --file=ops/undistribute.sql --dbname="$OWNER_URL"':
    'needs a cluster of Citus; way-back.cluster-spec.ts runs the file',
  [`docs/scaling.md: ${block('docs/scaling.md', 'CITUS_COORDINATOR_URL=')}`]: 'needs a cluster of Citus',
  'docs/imports.md: docker compose exec -T entrada-1 node dist/src/import.js - --url http://127.0.0.1:3000 < leads.csv':
    'needs Docker; image.services-spec.ts runs what follows entrada-1',
};

/** Number of blocks that each call of `commandsOf` in the tests takes. */
const RUN: Record<string, number> = {
  [`backup.services-spec.ts: commandsOf('docs/operations.md', 'A copy')`]: 2,
  [`blocking.services-spec.ts: commandsOf('docs/operations.md', 'Blocking')`]: 1,
  [`backup.services-spec.ts: commandsOf('docs/operations.md', 'Point-in-time restore')`]: 3,
  [`standby.services-spec.ts: commandsOf('docs/operations.md', 'A standby')`]: 3,
  [`move.services-spec.ts: commandsOf('docs/operations.md', 'From the embedded database to a server')`]: 1,
  [`account-backup.services-spec.ts: commandsOf('docs/operations.md', 'A copy')`]: 2,
  [`move-account.services-spec.ts: commandsOf('docs/operations.md', 'Moving one account')`]: 1,
  [`account-backup.services-spec.ts: commandsOf('docs/operations.md', 'One account from a backup')`]: 1,
  [`compose.services-spec.ts: commandsOf('docs/operations.md', 'A copy with containers')`]: 2,
  [`compose-upgrade.services-spec.ts: commandsOf('docs/operations.md', 'An upgrade without a stop')`]: 1,
  [`systemd.services-spec.ts: commandsOf('docs/operations.md', 'systemd')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/operations.md', 'Roles')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/operations.md', 'The index of the lists')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/imports.md', 'Importing leads from files')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/quick-start.md', 'The address and the key')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/quick-start.md', 'The first lead')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/pt/quick-start.md', 'O endereço e a chave')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/pt/quick-start.md', 'O primeiro lead')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('README.md', 'Quick start')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('README.md', 'In production')`]: 2,
  [`documented-commands.services-spec.ts: commandsOf('docs/operations.md', 'Accounts and consoles')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/operations.md', 'Migrations')`]: 1,
};

/** `npm` without the build, which ran before the suite. No command may build while other test files use the build. */
const NPM = `#!/bin/sh
[ "$1" = run ] && shift
name=$1; shift
[ "$1" = -- ] && shift
script=$(node -p 'require("./package.json").scripts[process.argv[1]].replace(/^(npm run build|node scripts\\/build.mjs service) && /, "")' "$name")
exec sh -c "$script \\"\\$@\\"" sh "$@"
`;

let folder: string;
let cluster: Cluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-commands-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'npm'), NPM, { mode: 0o755 });
  cluster = await Cluster.create(join(folder, 'postgres'));
  await cluster.createDatabase('entrada');
});
afterAll(async () => {
  await cluster.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

const shell = (commands: string, env: Record<string, string>): ChildProcess => {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const PATH = `${folder}:${process.env.PATH}`;
  return spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    env: { ...inherited, ...env, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
};

it.each(PAGES)('every command of %s is run by a test, or held with a reason', (page) => {
  const blocks = blocksOf(page);
  const runs = Object.keys(RUN).filter((call) => call.includes(`'${page}'`));
  const free = blocks.filter(
    ({ heading, commands }) =>
      !(`${page}: ${commands.trim()}` in HELD) && !runs.some((call) => call.endsWith(`'${page}', '${heading}')`)),
  );
  expect(free).toEqual([]);
  for (const call of runs) {
    const [spec = '', source = ''] = call.split(': ');
    const heading = /, '(.*)'\)$/.exec(source)?.[1];
    const inHeading = blocks.filter((one) => one.heading === heading && !(`${page}: ${one.commands.trim()}` in HELD));
    expect([call, inHeading.length]).toEqual([call, RUN[call]]);
    expect(readFileSync(join(__dirname, spec), 'utf8')).toContain(`= ${source}`);
  }
});

it('Roles: takes any password, any number of times, and shows none in the log of the server or a list of processes', async () => {
  const [ROLES = ''] = commandsOf('docs/operations.md', 'Roles');
  await cluster.sql('create database roles');
  await cluster.set('log_statement', 'all');
  const ADMIN_URL = cluster.url('roles', 'postgres');
  for (const [OWNER_PASSWORD, APP_PASSWORD] of [
    ['Canarinha-of-the-owner', 'Canarinha-of-the-service'],
    [`o'"\\%$ \\ $(id) x`, `a'"%$1 p\\\tw`],
  ] as const) {
    expect(await finished(shell(ROLES, { ADMIN_URL, OWNER_PASSWORD, APP_PASSWORD }))).toMatchObject({ code: 0 });
    for (const role of ['entrada_owner', 'entrada_app']) {
      await cluster.withPasswords(role);
      await until('the end of trust', PATIENCE_MS, async () => !(await logsIn(role, 'another')));
    }
    for (const [role, password] of [
      ['entrada_owner', OWNER_PASSWORD],
      ['entrada_app', APP_PASSWORD],
    ] as const) {
      expect([role, await logsIn(role, password)]).toEqual([role, true]);
    }
    expect(ROLES).not.toMatch(/(psql|sed) .*_PASSWORD/);
    for (const password of [OWNER_PASSWORD, APP_PASSWORD]) expect(cluster.log).not.toContain(password);
  }
  expect(cluster.log).toContain('alter role entrada_app set statement_timeout');
});

async function logsIn(role: string, password: string): Promise<boolean> {
  const client = new Client({ host: '127.0.0.1', port: cluster.port, user: role, password, database: 'roles' });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

it('README, "In production": migrates, starts, and opens the first account', async () => {
  const [PRODUCTION = '', ACCOUNT = ''] = commandsOf('README.md', 'In production');
  await makeRoles(cluster.url('entrada', 'postgres'), { owner: 'secret', app: 'secret-too' });
  const PORT = String(await freePort());
  const here = PRODUCTION.replaceAll(/\w+:\S+@localhost:5432/g, (address) =>
    address.replace('localhost:5432', `127.0.0.1:${cluster.port}`),
  );
  expect(here).not.toBe(PRODUCTION);
  expect(here).toContain('$(openssl rand -hex 32)');
  const service = shell(here.replace('$(openssl rand -hex 32)', OPERATOR_TOKEN), { PORT });
  const ended = finished(service);
  try {
    await until('readiness', PATIENCE_MS, async () => (await fetch(`http://127.0.0.1:${PORT}/health/ready`)).ok);
    const opened = await finished(shell(ACCOUNT, { PORT, OPERATOR_TOKEN }));
    expect(opened).toEqual({ code: 0, output: expect.stringMatching(/console#link=[^]*curl -i/) as string });
  } finally {
    process.kill(-(service.pid ?? 0), 'SIGINT');
  }
  expect((await ended).output).toContain('Entrada listens on');
});

it('The index of the lists: is made anew while a session writes to it', async () => {
  const [REINDEX = ''] = commandsOf('docs/operations.md', 'The index of the lists');
  const { owner } = await cluster.createDatabase('lists');
  await migrateDatabase(owner);
  const client = new Client({ connectionString: owner });
  await client.connect();
  try {
    const enter = (count: number): Promise<unknown> =>
      client.query(
        `insert into list_entries (account_id, list_id, updated_at, lead_id)
         select gen_random_uuid(), gen_random_uuid(), now(), gen_random_uuid() from generate_series(1, $1::int)`,
        [count],
      );
    const size = async (): Promise<number> =>
      Number(
        (await client.query<{ size: string }>(`select pg_relation_size('list_entries_pkey') as size`)).rows[0]?.size,
      );
    await enter(20_000);
    await client.query('delete from list_entries');
    await enter(20_000);
    const before = await size();
    let isOver = false;
    const made = finished(shell(REINDEX, { OWNER_URL: owner })).finally(() => (isOver = true));
    let written = 0;
    for (; !isOver; written++) await enter(1);
    expect(await made).toEqual({ code: 0, output: 'REINDEX\n' });
    expect(written).toBeGreaterThan(1);
    expect(await size()).toBeLessThan(before / 2);
    const found = await client.query(`select from pg_index where indrelid = 'list_entries'::regclass and indisvalid`);
    expect(found.rowCount).toBe(1);
  } finally {
    await client.end();
  }
});

/** Opens an account and returns a key of it. */
async function newKey(operator: HttpClient): Promise<string> {
  const { id } = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
  const key = { name: 'site', permissions: ['leads:read', 'leads:write'] };
  return (await operator.with({ 'X-Account-Id': id }).post<{ key: string }>('/api-keys', key)).data.key;
}

it('README and operations.md: list migrations, open an account, and send a lead', async () => {
  const [ACCOUNTS = ''] = commandsOf('docs/operations.md', 'Accounts and consoles');
  const [MIGRATIONS = ''] = commandsOf('docs/operations.md', 'Migrations');
  const [CURL = ''] = commandsOf('README.md', 'Quick start').filter((commands) => commands.startsWith('curl'));
  const { owner, app } = await cluster.createDatabase('import');
  await migrateDatabase(owner);
  const told = await finished(shell(MIGRATIONS, { DATABASE_URL: owner }));
  expect(told).toEqual({ code: 0, output: expect.stringMatching(/^applied [^]*-- Nothing to apply\.\n$/) as string });
  const service = await Instance.start(folder, 'service', { DATABASE_URL: app, OPERATOR_TOKEN });
  try {
    const key = await newKey(new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN));
    const curl = CURL.replace('http://127.0.0.1:3000', service.url).replace('ent_live_…', key);
    expect((await run('bash', ['-c', curl])).output).toContain('HTTP/1.1 201');

    const PORT = new URL(service.url).port;
    const opened = await finished(shell(ACCOUNTS, { PORT, OPERATOR_TOKEN }));
    expect(opened).toEqual({
      code: 0,
      output: expect.stringMatching(/console#link=[^]*ent_live_[^]*console#link=/) as string,
    });
  } finally {
    await service.stop('SIGKILL');
  }
});

it('quick-start.md, in both languages, and imports.md: send a first lead, and import a file', async () => {
  const [ADDRESS = ''] = commandsOf('docs/quick-start.md', 'The address and the key');
  const [FIRST_LEAD = ''] = commandsOf('docs/quick-start.md', 'The first lead');
  const [IMPORT = ''] = commandsOf('docs/imports.md', 'Importing leads from files');
  const [ENDERECO = ''] = commandsOf('docs/pt/quick-start.md', 'O endereço e a chave');
  const [PRIMEIRO_LEAD = ''] = commandsOf('docs/pt/quick-start.md', 'O primeiro lead');
  const { owner, app } = await cluster.createDatabase('languages');
  await migrateDatabase(owner);
  const service = await Instance.start(folder, 'languages', { DATABASE_URL: app, OPERATOR_TOKEN });
  try {
    const operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
    for (const [page, commands] of [
      ['English', ADDRESS + FIRST_LEAD],
      ['Portuguese', ENDERECO + PRIMEIRO_LEAD],
    ]) {
      const here = (commands ?? '')
        .replace('http://127.0.0.1:3000', service.url)
        .replace('ent_live_…', await newKey(operator));
      for (const answer of [/HTTP\/1.1 201 [^]*"created":true/, /HTTP\/1.1 200 [^]*"duplicate":true/]) {
        const called = await finished(shell(here, {}));
        expect([page, called]).toEqual([page, { code: 0, output: expect.stringMatching(answer) as string }]);
      }
    }

    const [{ id } = { id: '' }] = (await operator.get<{ id: string }[]>('/accounts')).data;
    const file = join(folder, 'leads.csv');
    writeFileSync(file, 'phone,name\n11987650001,Ana\n11987650011,Bia\n');
    const here = `${IMPORT.trim().replace('leads.csv', file)} --account ${id}`;
    const imported = await finished(shell(here, { OPERATOR_TOKEN, PUBLIC_URL: service.url }));
    expect(imported).toEqual({ code: 0, output: expect.stringContaining('2 de 2 linhas') as string });
  } finally {
    await service.stop('SIGKILL');
  }
});
