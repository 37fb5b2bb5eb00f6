import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PERMISSIONS } from '../../src/contract/key';
import { newAccount, OPERATOR_TOKEN } from '../support/app';
import { databaseUrl } from '../support/database';
import { HttpClient } from '../support/http-client';
import { shortOrLong } from '../support/long';
import { phones } from '../support/phones';
import { exchange, parseAnswers } from '../support/raw-http';

/** A caller that does not read its answers costs the service almost nothing. */

/** Replaces a minute. On a busy machine a submission may take a second. */
const STILL_MS = 2_500;
const MAX_CONNECTIONS = 60;
/** Memory for all these callers together. Their complete answers would take gigabytes. */
const MAX_COST = 100 * 1024 * 1024;

let service: ChildProcess;
let url: string;
let key: string;
const sockets: Socket[] = [];

interface State {
  readonly rss: number;
  readonly connections: number;
}

const message = async <Told>(): Promise<Told> => ((await once(service, 'message')) as unknown[])[0] as Told;

async function state(): Promise<State> {
  service.send('state');
  return await message<State>();
}

/** Waits for a condition; only the time limit of the test ends it. */
async function until(isSo: (now: State) => boolean, look: (now: State) => void = () => undefined): Promise<void> {
  for (;;) {
    const now = await state();
    look(now);
    if (isSo(now)) return;
    await sleep(20);
  }
}

beforeAll(async () => {
  const limits: string[][] = ['IP', 'KEY', 'KEY_WRITES', 'KEY_METRICS'].map((name) => [
    `LIMIT_${name}_PER_MINUTE`,
    '1000000000',
  ]);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: databaseUrl(),
    OPERATOR_TOKEN,
    LOG_LEVEL: 'silent',
    LIMIT_ACCOUNT_SUBMISSIONS_PER_DAY: '1000000000',
    TEST_BOUNDS: JSON.stringify({ stillMs: STILL_MS, connections: MAX_CONNECTIONS }),
    ...(Object.fromEntries(limits) as NodeJS.ProcessEnv),
  };
  service = fork('test/support/service-process.cjs', { env });
  ({ url } = await message<{ url: string }>());
  const operator = new HttpClient(`${url}/admin/v1`, OPERATOR_TOKEN);
  const account = (await operator.post<{ id: string }>('/accounts', newAccount())).data;
  const owner = operator.with({ 'X-Account-Id': account.id });
  ({ key } = (await owner.post<{ key: string }>('/api-keys', { name: 'site', permissions: PERMISSIONS })).data);
  const api = new HttpClient(`${url}/api/v1`, key);
  const nextPhone = phones();
  const lead = { name: 'N'.repeat(120), tags: Array.from({ length: 5 }, (_, index) => `${index}`.padStart(40, 't')) };
  const add = () => api.post('/leads', { ...lead, phone: nextPhone.mobile() });
  for (let batch = 0; batch < 10; batch++) {
    for (const { status } of await Promise.all(Array.from({ length: 10 }, add))) expect(status).toBe(201);
  }
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
afterAll(async () => {
  service.kill('SIGKILL');
  await once(service, 'exit');
});

const request = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: entrada.test\r\nAuthorization: Bearer ${key}\r\n\r\n`;

const last = (target: string): string => request(target).replace('\r\n', '\r\nConnection: close\r\n');

/** Sends a text and reads nothing. */
async function ask(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.pause();
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const scriptOf = async (page: string): Promise<string> =>
  `${page}/${/assets\/index-[\w-]+\.js/.exec(await (await fetch(url + page)).text())?.[0] ?? 'no script'}`;

const submission = (): string => {
  const body = JSON.stringify({ phone: '11987654321' });
  const head = `POST /api/v1/leads HTTP/1.1\r\nHost: entrada.test\r\nAuthorization: Bearer ${key}`;
  return `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** Returns the most memory that these callers cost before the service closes their connections. */
async function costOf(texts: readonly string[]): Promise<number> {
  const before = await state();
  for (const text of texts) await ask(text);
  await until(({ connections }) => connections >= before.connections + texts.length);
  let peak = 0;
  const look = ({ rss }: State): void => void (peak = Math.max(peak, rss - before.rss));
  await until(({ connections }) => connections <= before.connections, look);
  return peak;
}

it('files and lists, asked for many times on each of eight connections and not read, take little memory', async () => {
  const targets = [
    await scriptOf('/docs'),
    '/docs/openapi.json',
    await scriptOf('/console'),
    '/api/v1/leads?limit=100',
  ];
  for (const target of targets) {
    // Loads files and documents into memory.
    const [answer] = parseAnswers(await exchange(url, [last(target)]));
    expect([target, answer?.status]).toEqual([target, 200]);
  }
  const cost = await costOf([...targets, ...targets].map((target) => request(target).repeat(shortOrLong(200, 500))));
  expect(cost).toBeLessThan(MAX_COST);
});

it('endless requests are not read while answers wait', async () => {
  const cost = await costOf([request('/x').repeat(shortOrLong(50_000, 100_000))]);
  expect(cost).toBeLessThan(MAX_COST);
});

it('a caller that sends but does not read is closed too', async () => {
  const socket = await ask(request(await scriptOf('/docs')).repeat(20));
  const trickle = setInterval(() => socket.write(request('/x')), STILL_MS / 5);
  await once(socket, 'error');
  clearInterval(trickle);
});

it('a slow caller that keeps reading gets everything, each answer once and in order', async () => {
  const script = await scriptOf('/docs');
  const targets = Array.from({ length: 12 }, (_, index) => (index % 2 ? script : `/none/${index}`));
  const socket = await ask(targets.map(request).join('') + last('/last'));
  const received: Buffer[] = [];
  const begin = performance.now();
  // Reads a little at a time, in all for several times the limit for reading nothing.
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    socket.pause();
    setTimeout(() => socket.resume(), STILL_MS / 50);
  });
  socket.resume();
  await once(socket, 'close');
  expect(performance.now() - begin).toBeGreaterThan(2 * STILL_MS);
  const answers = parseAnswers(Buffer.concat(received).toString('latin1'));
  expect(answers.map(({ status }) => status)).toEqual([...targets.map((_, index) => (index % 2 ? 200 : 404)), 404]);
});

it('requests of one connection are handled one after the other, their bodies too', async () => {
  const text = submission();
  const answers = parseAnswers(
    await exchange(url, [text.repeat(29), text.replace('\r\n', '\r\nConnection: close\r\n')]),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, ...Array<number>(29).fill(200)]);
});

it('connections beyond the bound are closed, and there is room again when others end', async () => {
  const { connections: others } = await state();
  for (let count = others; count < MAX_CONNECTIONS; count++) await ask('GET /x HTTP/1.1\r\n');
  await until(({ connections }) => connections === MAX_CONNECTIONS);
  expect(await exchange(url, [request('/x')])).toBe('');
  sockets.pop()?.destroy();
  await until(({ connections }) => connections < MAX_CONNECTIONS);
  expect(await exchange(url, [last('/x')])).toContain('404 Not Found');
});
