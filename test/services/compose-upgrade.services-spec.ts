import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '../fault/support/cluster';
import { Instance } from '../fault/support/instance';
import { type Finished, run, until } from '../fault/support/processes';
import { OPERATOR_TOKEN } from '../fault/support/stack';
import { PATIENCE_MS } from '../support/patience';
import { readiness } from '../support/readiness';
import { commandsOf } from './documented-commands';
import { newKey, NO_LIMITS } from './support/callers';
import { environmentOf, healthCommandOf, type Variables, writeDocker } from './support/compose';
import { PROXIES } from './support/proxies';
import type { RunningProxy } from './support/running-proxy';
import { SteadyCallers } from './support/steady-callers';

/** Follows docs/operations.md with the settings and checks of `compose.yml`, without Docker: under load through Caddy, from a build to the next. */

const [UPGRADE = ''] = commandsOf('docs/operations.md', 'An upgrade without a stop');
const NEXT = '7.0.0';
/** Milliseconds between two questions for the health of an instance. */
const ASK_EVERY_MS = 2_000;
const VARIABLES: Variables = {
  ...NO_LIMITS,
  POSTGRES_PASSWORD: 'of-the-superuser',
  POSTGRES_OWNER_PASSWORD: 'of-the-tables',
  POSTGRES_APP_PASSWORD: 'of-the-service',
  OPERATOR_TOKEN,
  LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '1000000',
};

let folder: string;
let cluster: Cluster;
const instances: Instance[] = [];
let proxy: RunningProxy;

/** Copies this build as one of another release, and returns its program. */
function buildAs(version: string): string {
  const place = join(folder, version);
  cpSync('dist', join(place, 'dist'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  const file = join(place, 'dist/package.json');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), version }));
  return join(place, 'dist/src/main.js');
}

const versions = (): Promise<string[]> =>
  Promise.all(instances.map(async ({ url }) => (await readiness(url).catch(() => undefined))?.data.version ?? 'none'));

/** Runs documented commands. Where they replace an instance, this one is, by what was built, and the command waits until it is healthy. */
async function follow(commands: string): Promise<Finished> {
  const asked = instances.map((_, index) => join(folder, `entrada-${index + 1}.asked`));
  const program = `#!/bin/sh\ntouch "${folder}/$1.asked"; while [ -e "${folder}/$1.asked" ]; do sleep 0.1; done\n`;
  writeFileSync(join(folder, 'replace'), program, { mode: 0o755 });
  const ended = run('bash', ['-c', commands], { PATH: `${folder}:${process.env.PATH}` });
  const hasEnded = ended.then(() => true);
  while (!(await Promise.race([hasEnded, sleep(50, false)]))) {
    for (const [index, instance] of instances.entries()) {
      const file = asked[index] ?? '';
      if (!existsSync(file)) continue;
      if (existsSync(join(folder, 'built'))) await instance.replaceBy(join(folder, NEXT, 'dist/src/main.js'));
      const [command = '', ...words] = healthCommandOf(`entrada-${index + 1}`, instance.port);
      await until('health', PATIENCE_MS, async () => {
        // Docker asks rarely, because each question starts a process.
        await sleep(ASK_EVERY_MS);
        return (await run(command, [...words])).code === 0;
      });
      rmSync(file);
    }
  }
  return ended;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-compose-upgrade-'));
  chmodSync(folder, 0o755);
  cluster = await Cluster.create(join(folder, 'postgres'));
  await cluster.sql(`create role entrada superuser login password '${VARIABLES.POSTGRES_PASSWORD}'`);
  await cluster.sql('create database entrada owner entrada');
  writeDocker(folder, cluster.port, VARIABLES);
  expect(await follow('docker compose up --detach')).toMatchObject({ code: 0 });
  for (const name of ['entrada-1', 'entrada-2'])
    instances.push(await Instance.start(folder, name, environmentOf(name, cluster.port, VARIABLES)));
  proxy = await PROXIES.Caddy(
    folder,
    instances.map(({ port }) => port),
  );
  buildAs(NEXT);
});
afterAll(async () => {
  await proxy?.stop();
  for (const instance of instances) await instance.stop('SIGKILL');
  await cluster?.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

it('a new release replaces both instances without a failed call, one after the other', async () => {
  const key = await newKey(instances[0]?.url ?? '', OPERATOR_TOKEN);
  const callers = new SteadyCallers(proxy.url, key, 0);
  await sleep(500);
  const [before] = await versions();
  const seen = new Set<string>();
  let isOver = false;
  const upgraded = follow(UPGRADE).finally(() => (isOver = true));
  for (; !isOver; await sleep(100)) seen.add((await versions()).join(' '));
  expect(await upgraded).toEqual({ code: 0, output: expect.stringContaining('Nothing to apply') as string });
  await sleep(1_000);
  await callers.stop();
  expect(callers.failures).toEqual([]);
  expect(callers.acknowledged.length).toBeGreaterThan(50);
  const kept = await cluster.sql('select from leads where id = any($1)', 'entrada', [callers.acknowledged]);
  expect(kept).toHaveLength(callers.acknowledged.length);
  expect([...seen]).toContain(`${NEXT} ${before}`);
  expect([...seen]).not.toContain('none none');
  expect(await versions()).toEqual([NEXT, NEXT]);
});
