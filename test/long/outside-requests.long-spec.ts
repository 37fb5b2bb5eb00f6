import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';
import { newAccount, OPERATOR_TOKEN } from '../support/app';
import { asService, privateDatabase } from '../support/database';
import { eventStreams } from '../support/event-stream';
import { HttpClient } from '../support/http-client';
import { phones } from '../support/phones';
import { until } from '../support/waiting';

/** Background work may fail, and other programs may notify on the service's channels. The process keeps serving. */

const openStream = eventStreams();
const nextPhone = phones();

let service: ChildProcess | undefined;
let output = '';
let url: string;
let accountId: string;
let owner: HttpClient;
let database: Client;
let databaseUrl: string;

/** Returns the next message of the process. Rejects if the process ends. */
async function message<Told>(process = service as ChildProcess): Promise<Told> {
  const over = new AbortController();
  const end = once(process, 'exit', { signal: over.signal }).then(() => Promise.reject(new Error('the process ended')));
  try {
    return await Promise.race([once(process, 'message', { signal: over.signal }).then(([told]) => told as Told), end]);
  } finally {
    end.catch(() => undefined);
    over.abort();
  }
}

const hasEnded = (): boolean => service?.exitCode !== null || service.signalCode !== null;

beforeAll(async () => {
  databaseUrl = await privateDatabase('outside_requests');
  database = new Client({ connectionString: databaseUrl });
  await database.connect();
});
// Restarts an ended process, so that only the test that ended it fails.
beforeEach(async () => {
  if (service && !hasEnded()) return;
  const env = { ...process.env, DATABASE_URL: asService(databaseUrl), OPERATOR_TOKEN, LOG_LEVEL: 'info' };
  service = fork('test/support/troubled-parts.cjs', { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  service.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  ({ url } = await message<{ url: string }>());
  const operator = new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN);
  accountId = (await operator.post<{ id: string }>('/accounts', newAccount())).data.id;
  owner = operator.with({ 'X-Account-Id': accountId });
});
afterAll(async () => {
  await database.end();
  service?.kill('SIGKILL');
});

/** Opens the event stream of a console. */
const openConsole = () => openStream(url, { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': accountId });

/** Sends a lead with a new key. */
async function submit(): Promise<string> {
  const { data } = await owner.post<{ key: string; id: string }>('/api-keys', {
    name: 'site',
    permissions: ['leads:read', 'leads:write'],
  });
  const api = new HttpClient(`${url}/api/v1`, data.key);
  const lead = await api.post<{ lead: { id: string } }>('/leads', { phone: nextPhone.mobile() });
  expect(lead.status).toBe(201);
  await owner.delete(`/api-keys/${data.id}`);
  return lead.data.lead.id;
}

const scrape = async (): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  return { status: response.status, text: await response.text() };
};

const figure = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await scrape()).text)?.[1]);

/** Notifies the given channels, and the channel of this installation, which instances use. */
async function notify(text: string, channels = ['entrada_events']): Promise<void> {
  const { rows } = await database.query<{ channel: string }>(
    `select 'entrada_events_' || replace(id::text, '-', '') as channel from installation`,
  );
  for (const channel of [...channels, ...rows.map((row) => row.channel)])
    await database.query('select pg_notify($1, $2)', [channel, text]);
}

/** Checks that the service answers, and that changes still reach consoles. */
async function expectToServe(): Promise<void> {
  const stream = await openConsole();
  await stream.heard('lead', await submit());
  stream.close();
  expect(hasEnded()).toBe(false);
}

it.each<[part: string, use: () => Promise<unknown>]>([
  ['a listener of what was committed', submit],
  ['a timer', submit],
  [
    'an emitter',
    async () => {
      await expectToServe();
      await notify(JSON.stringify({ from: randomUUID(), accountId, changes: { lead: null } }));
    },
  ],
  ['the end of a request', submit],
  ['a job of a request', submit],
  ['a job of the clock', () => Promise.resolve()],
  [
    'a stream',
    async () => {
      const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': accountId };
      // A small file is made before its first byte is sent.
      expect((await fetch(`${url}/admin/v1/leads/export.csv`, { headers })).status).toBe(500);
    },
  ],
  ['a figure', async () => expect((await scrape()).status).toBe(500)],
])('%s that throws does not end the process, nor what it does', async (part, use) => {
  const told: unknown[] = [];
  service?.on('message', (words) => told.push(words));
  service?.send(part);
  await until(() => told.length > 0 || hasEnded());
  await use();
  await until(() => told.length > 1 || hasEnded());
  expect(told[1]).toEqual({ thrown: true });
  service?.removeAllListeners('message');
  await expectToServe();
  expect((await scrape()).status).toBe(200);
});

it('a job that has thrown runs again', async () => {
  const runs = (result: string) => figure(`job_runs_total{name="outbox",result="${result}"}`);
  expect(await runs('failed')).toBeGreaterThan(0);
  const before = await runs('ok');
  await until(async () => (await runs('ok')) > before);
});

describe('what others send on the bus', () => {
  const refusedCount = () => figure('event_bus_refused_messages_total');

  it('is not heard when no instance can have sent it, is counted, and is one line of the log however often it comes', async () => {
    await expectToServe();
    const stream = await openConsole();
    const before = (await refusedCount()) || 0;
    const texts = ['null', '{', '[]', '7', JSON.stringify({ from: randomUUID(), accountId, changes: { lead: ['x'] } })];
    for (let round = 0; round < 20; round++) for (const text of texts) await notify(text);
    await until(async () => (await refusedCount()) === before + 20 * texts.length);
    const lines = () => output.split('messages that no instance has sent').length - 1;
    await until(() => lines() > 0);
    await expectToServe();
    expect(lines()).toBe(1);
    expect(stream.events.filter(({ name }) => name === 'reset')).toEqual([]);
    expect(stream.events.some(({ id }) => id === 'x')).toBe(false);
  });

  it('makes consoles read again at a bounded pace, however much of it there is', async () => {
    const stream = await openConsole();
    const from = randomUUID();
    const change = JSON.stringify({ from, accountId, changes: { deal: null } });
    const reset = JSON.stringify({ from });
    const started = performance.now();
    for (let n = 0; n < 300; n++) {
      await notify(change, []);
      await notify(reset, []);
    }
    const lead = await submit();
    await stream.heard('lead', lead);
    const heard = (name: string) => stream.events.filter((event) => event.name === name && !event.id).length;
    await until(() => heard('deal') > 0 && heard('reset') > 0);
    const periods = Math.ceil((performance.now() - started) / 200) + 1;
    expect(heard('deal')).toBeLessThanOrEqual(periods);
    expect(heard('reset')).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - started) / 20_000));
  });
});
