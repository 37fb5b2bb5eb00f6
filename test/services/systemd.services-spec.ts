import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '../fault/support/cluster';
import { type Finished, freePort, until } from '../fault/support/processes';
import { OPERATOR_TOKEN } from '../fault/support/stack';
import { PATIENCE_MS } from '../support/patience';
import { readiness, untilReadinessSays } from '../support/readiness';
import { commandsOf } from './documented-commands';
import { newKey, NO_LIMITS } from './support/callers';
import { PROXIES } from './support/proxies';
import type { RunningProxy } from './support/running-proxy';
import { SteadyCallers } from './support/steady-callers';
import { SystemdMachine } from './support/systemd-machine';

/** Follows docs/operations.md on a machine that systemd runs, with its units, under load through Caddy. */

const [RELEASE = ''] = commandsOf('docs/operations.md', 'systemd');
const [OLD, NEW, BROKEN] = ['7.0.0', '7.1.0-rc.1', '7.2.0'];

let folder: string;
let cluster: Cluster;
let machine: SystemdMachine;
let ports: number[];
let proxy: RunningProxy;
let key: string;
let calls = 0;

const urls = (): string[] => ports.map((port) => `http://127.0.0.1:${port}`);
const versions = (): Promise<string[]> =>
  Promise.all(urls().map(async (url) => (await readiness(url).catch(() => undefined))?.data.version ?? 'none'));

/** Runs the documented commands for a release on this machine's free ports. */
function release(version: string, change = (commands: string) => commands): Promise<Finished> {
  const commands = change(RELEASE).replace('3000 3001', ports.join(' '));
  return machine.run(commands, { VERSION: version });
}

/** Returns what came of calls during the work, and the versions of the instances that were seen meanwhile. */
async function underLoad<T>(work: () => Promise<T>) {
  const callers = new SteadyCallers(proxy.url, key, (calls += 100_000));
  const seen = new Set<string>();
  let isOver = false;
  const watch = (async () => {
    for (; !isOver; await sleep(100)) seen.add((await versions()).join(' '));
  })();
  const result = await work().finally(() => (isOver = true));
  await watch;
  await sleep(1_000);
  await callers.stop();
  const { acknowledged, failures } = callers;
  const kept = await cluster.sql('select from leads where id = any($1)', 'entrada', [acknowledged]);
  return {
    result,
    failures,
    seen: [...seen],
    acknowledged: acknowledged.length,
    lost: acknowledged.length - kept.length,
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-upgrade-'));
  chmodSync(folder, 0o755);
  cluster = await Cluster.create(join(folder, 'postgres'));
  const { owner, app } = await cluster.createDatabase('entrada');
  machine = await SystemdMachine.start();
  ports = [await freePort(), await freePort()];
  const settings = {
    ...NO_LIMITS,
    LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '1000000',
    DATABASE_URL: app,
    OPERATOR_TOKEN,
    TRUST_PROXY: '1',
    PORT: '9',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const made = await machine.run(
    `mkdir -m 700 /etc/entrada
     echo "$SETTINGS" > /etc/entrada/entrada.env
     echo "DATABASE_URL=$OWNER_URL" > /etc/entrada/migrate.env
     for version in ${OLD} ${NEW} ${BROKEN}; do
       release=/opt/entrada/releases/$version
       mkdir -p $release
       cp -a /srv/package.json /srv/dist /srv/ops $release
       ln -s /srv/node_modules $release/node_modules
       sed -i "s/\\"version\\": *\\"[^\\"]*\\"/\\"version\\": \\"$version\\"/" $release/dist/package.json
     done
     echo 'setInterval(() => undefined, 1000)' > /opt/entrada/releases/${BROKEN}/dist/src/main.js`,
    { SETTINGS: lines.join('\n'), OWNER_URL: owner },
  );
  expect(made).toEqual({ code: 0, output: '' });
});
afterAll(async () => {
  await proxy?.stop();
  await machine?.stop();
  await cluster?.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
});

it('the first release: two instances that are ready, of a user who is not root, and who come back after a kill', async () => {
  expect(await release(OLD)).toEqual({ code: 0, output: expect.stringContaining('Created symlink') as string });
  expect(await versions()).toEqual([OLD, OLD]);
  const pids = `systemctl show --property MainPID --value entrada@${ports.join(' entrada@')}`;
  const users = await machine.run(`for pid in $(${pids}); do stat --format %U /proc/$pid; done; kill -9 $(${pids})`);
  expect(users.output).toBe('entrada\nentrada\n');
  for (const url of urls()) {
    await until('the restart', PATIENCE_MS, async () => (await readiness(url)).status === 200);
    await untilReadinessSays(url, { ready: true, row_level_security: 'on' });
  }
  proxy = await PROXIES.Caddy(folder, ports);
  key = await newKey(urls()[0] ?? '', OPERATOR_TOKEN);
});

it('the next release replaces it without a failed call, one instance after the other', async () => {
  const { result, ...seen } = await underLoad(() => release(NEW));
  expect(result).toEqual({ code: 0, output: '' });
  expect(seen).toMatchObject({ failures: [], lost: 0 });
  expect(seen.acknowledged).toBeGreaterThan(50);
  expect(seen.seen).toContain(`${NEW} ${OLD}`);
  expect(seen.seen).not.toContain('none none');
  expect(await versions()).toEqual([NEW, NEW]);
});

it('the earlier release comes back so too, on the schema of the next one', async () => {
  const columns = `name, timestamp`;
  await cluster.sql(
    `insert into migrations (${columns}) values ('OfTheNextRelease9999999999999', 9999999999999)`,
    'entrada',
  );
  const { result, ...seen } = await underLoad(() => release(OLD));
  expect(result).toEqual({ code: 0, output: '' });
  expect(seen).toMatchObject({ failures: [], lost: 0 });
  expect(await versions()).toEqual([OLD, OLD]);
});

it('a release that does not become ready is left at the first instance, while the other one answers', async () => {
  const { result, ...seen } = await underLoad(() =>
    release(BROKEN, (commands) => commands.replace('--retry 60', '--retry 5')),
  );
  expect(result).toEqual({ code: 1, output: `entrada@${ports[0]} is not ready\n` });
  expect(await versions()).toEqual(['none', OLD]);
  expect(seen).toMatchObject({ failures: [], lost: 0 });
  expect(await underLoad(() => release(OLD))).toMatchObject({ result: { code: 0 }, failures: [], lost: 0 });
  expect(await versions()).toEqual([OLD, OLD]);
});
