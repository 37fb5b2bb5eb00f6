import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signal, until } from '../fault/support/processes';
import { type Partner, Stack } from '../fault/support/stack';
import { PATIENCE_MS } from '../support/patience';
import { phones } from '../support/phones';
import { untilReadinessSays } from '../support/readiness';
import { PROXY_NAMES as NAMES, type ProxyName as Name, startProxies } from './support/proxies';
import { call, type RawAnswer } from './support/raw-call';
import type { RunningProxy } from './support/running-proxy';

/** Each real proxy goes on sending calls while no instance is ready, since the instances still answer many of them. */

/** Apache leaves out members that say that they are not ready, also when no other is left (docs/operations.md, "Proxies"). */
const OPEN = NAMES.filter((name) => name !== 'Apache');
/** Longer than the check of each proxy waits for readiness. */
const FROZEN_MS = 8_000;
/** Milliseconds in which each proxy has asked both instances again. */
const SEEN_MS = 3_000;

const nextPhone = phones();
let proxies: Record<Name, RunningProxy>;
let stack: Stack;
let partner: Partner;

beforeAll(async () => {
  stack = await Stack.start({ env: { TRUST_PROXY: '1' } });
  proxies = await startProxies(
    stack.folder,
    stack.instances.map(({ port }) => port),
  );
  partner = await stack.partner();
});
afterEach(async () => {
  stack.cluster.thaw();
  for (const { url } of stack.instances) await untilReadinessSays(url, { ready: true });
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.stop();
  await stack?.close();
});

const get = (name: Name, path: string): Promise<RawAnswer> =>
  call(proxies[name].url + path, { headers: { Authorization: `Bearer ${partner.key}` } });

function submit(name: Name, body: object): Promise<RawAnswer> {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const headers = {
    Authorization: `Bearer ${partner.key}`,
    'Content-Type': 'application/json',
    'Content-Length': length,
  };
  return call(`${proxies[name].url}/api/v1/leads`, { method: 'POST', headers }, text);
}

const newLead = () => ({ phone: nextPhone.mobile(), external_id: randomUUID() });
const outputOf = ({ folder }: RunningProxy): string => readFileSync(join(folder, 'output.log'), 'utf8');

it('while the database of all instances answers nothing, what needs none is served through each proxy', async () => {
  stack.cluster.freeze();
  for (const { url } of stack.instances) await untilReadinessSays(url, { ready: false, database: 'down' });
  await sleep(SEEN_MS);
  const answers = await Promise.all(OPEN.map(async (name) => [name, (await get(name, '/docs/openapi.json')).status]));
  expect(answers).toEqual(OPEN.map((name) => [name, 200]));
  const log = await until('the log', PATIENCE_MS, () =>
    outputOf(proxies.HAProxy)
      .split('\n')
      .find((line) => line.includes('openapi.json')),
  );
  expect(log).toMatch(/entrada-[12]-open/);
  expect(stack.instance(0).log).toMatch(/"database":"down".*this instance is not ready/);
});

it('while all instances take no writes, their reads are served through each proxy, and so are writes afterwards', async () => {
  await stack.cluster.set('default_transaction_read_only', 'on');
  for (const { url } of stack.instances) await untilReadinessSays(url, { ready: false, database: 'read_only' });
  await sleep(SEEN_MS);
  const statuses = await Promise.all(OPEN.map(async (name) => (await get(name, '/api/v1/pipelines')).status));
  await stack.cluster.as('postgres', async (client) => {
    await client.query('set default_transaction_read_only = off');
    await client.query('alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
  });
  expect(statuses).toEqual(OPEN.map(() => 200));
  for (const { url } of stack.instances) await untilReadinessSays(url, { ready: true });
  for (const name of OPEN) expect((await submit(name, newLead())).status).toBe(201);
});

it(
  'calls that meet only instances that are late, for longer than a check waits, are answered by them, each once',
  async () => {
    for (const { pid } of stack.instances) signal(pid, 'SIGSTOP');
    const sent: { name: Name; body: { external_id: string }; answer: Promise<RawAnswer> }[] = [];
    const reads: Promise<readonly [Name, number]>[] = [];
    const begin = performance.now();
    for (; performance.now() - begin < FROZEN_MS; await sleep(500))
      for (const name of NAMES) {
        const body = newLead();
        sent.push({ name, body, answer: submit(name, body) });
        reads.push(get(name, '/api/v1/pipelines').then(({ status }) => [name, status] as const));
      }
    for (const { pid } of stack.instances) signal(pid, 'SIGCONT');
    const written = await Promise.all(sent.map(async ({ name, answer }) => [name, (await answer).status] as const));
    expect([...written, ...(await Promise.all(reads))].filter(([, status]) => status > 201)).toEqual([]);
    // A second try of a proxy would be a 200.
    expect(new Set(written.map(([, status]) => status))).toEqual(new Set([201]));
  },
  PATIENCE_MS,
);

it('a call that reaches no instance goes to the other one, while neither is ready', async () => {
  stack.cluster.freeze();
  for (const { url } of stack.instances) await untilReadinessSays(url, { ready: false, database: 'down' });
  await sleep(SEEN_MS);
  await stack.instance(0).stop('SIGKILL');
  const answers = await Promise.all(
    OPEN.flatMap((name) => [1, 2, 3, 4].map(async () => [name, (await get(name, '/docs/openapi.json')).status])),
  );
  stack.cluster.thaw();
  await stack.instance(0).start();
  expect(answers).toEqual(OPEN.flatMap((name) => [1, 2, 3, 4].map(() => [name, 200])));
});
