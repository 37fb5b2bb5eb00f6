import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeRoles } from '../../src/database/roles';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { finished, freePort, run, until } from '../fault/support/processes';
import { migrateDatabase, OPERATOR_TOKEN } from '../fault/support/stack';
import { newAccount } from '../support/app';
import { HttpClient } from '../support/http-client';
import { blocksOf, commandsOf } from './documented-commands';

const PAGES = ['README.md', 'docs/operations.md', 'docs/imports.md', 'docs/scaling.md'];

/** Blocks that no test runs as they are written, each with the reason. */
const HELD: Record<string, string> = {
  'README.md: npm ci && npm start':
    'image.services-spec.ts installs and builds, start.e2e-spec.ts starts with the embedded database',
  'README.md: npm ci && npm test': 'it is what runs before this suite',
  'docs/scaling.md: DATABASE_URL=postgres://…coordinator…/entrada npm run distribute':
    'needs a cluster of Citus; distribute.e2e-spec.ts runs the command against a stand-in',
};

/** Each place whose blocks a test runs, by the call of `commandsOf` that takes them. */
const RUN: Record<string, number> = {
  [`backup.services-spec.ts: commandsOf('docs/operations.md', 'A copy')`]: 2,
  [`backup.services-spec.ts: commandsOf('docs/operations.md', 'Any moment')`]: 3,
  [`documented-commands.services-spec.ts: commandsOf('docs/operations.md', 'Roles')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('docs/imports.md', 'Importing leads from CSV')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('README.md', 'Quick start')`]: 1,
  [`documented-commands.services-spec.ts: commandsOf('README.md', 'In production')`]: 1,
};

/** npm without the build, which ran before the suite: `npm run import` must not build while other files use what was built. */
const NPM = `#!/bin/sh
[ "$1" = run ] && shift
name=$1; shift
[ "$1" = -- ] && shift
script=$(node -p 'require("./package.json").scripts[process.argv[1]].replace(/^(npm run build|nest build) && /, "")' "$name")
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

it('Roles: takes any password, any number of times, and neither the log of the server nor a list of processes shows one', async () => {
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
      await until('the end of trust', 10_000, async () => !(await logsIn(role, 'another')));
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

it('README, "In production": migrates and starts', async () => {
  const [PRODUCTION = ''] = commandsOf('README.md', 'In production');
  await makeRoles(cluster.url('entrada', 'postgres'), { owner: 'secret', app: 'secret-too' });
  const PORT = String(await freePort());
  const here = PRODUCTION.replaceAll(/\w+:\S+@localhost:5432/g, (address) =>
    address.replace('localhost:5432', `127.0.0.1:${cluster.port}`),
  );
  expect(here).not.toBe(PRODUCTION);
  const service = shell(here, { PORT });
  const ended = finished(service);
  try {
    await until('readiness', 60_000, async () => (await fetch(`http://127.0.0.1:${PORT}/health/ready`)).ok);
  } finally {
    process.kill(-(service.pid ?? 0), 'SIGINT');
  }
  expect((await ended).output).toContain('Entrada listens on');
});

it('README and imports.md: sends a lead with curl, and imports a file', async () => {
  const [CURL = ''] = commandsOf('README.md', 'Quick start').filter((commands) => commands.startsWith('curl'));
  const [IMPORT = ''] = commandsOf('docs/imports.md', 'Importing leads from CSV');
  const { owner, app } = await cluster.createDatabase('import');
  await migrateDatabase(owner);
  const service = await Instance.start(folder, 'service', { DATABASE_URL: app, OPERATOR_TOKEN });
  try {
    const operator = new HttpClient(`${service.url}/admin/v1`, OPERATOR_TOKEN);
    const { id } = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
    const keys = operator.with({ 'X-Account-Id': id });
    const { key } = (
      await keys.post<{ key: string }>('/api-keys', { name: 'site', permissions: ['leads:read', 'leads:write'] })
    ).data;
    const curl = CURL.replace('http://127.0.0.1:3000', service.url).replace('ent_live_…', key);
    expect((await run('bash', ['-c', curl])).output).toContain('HTTP/1.1 201');

    const file = join(folder, 'leads.csv');
    writeFileSync(file, 'phone,name\n11987650001,Ana\n11987650002,Bia\n');
    const imported = await finished(
      shell(IMPORT.replace('leads.csv', file), { OPERATOR_TOKEN, PUBLIC_URL: service.url }),
    );
    expect(imported).toEqual({ code: 0, output: expect.stringContaining('2 de 2 linhas') as string });
  } finally {
    await service.stop('SIGKILL');
  }
});
