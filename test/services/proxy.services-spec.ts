import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { OPERATOR_TOKEN, type Partner, Stack } from '../fault/support/stack';
import { freePort, mustRun, run, until } from '../fault/support/processes';
import { EventStream } from '../support/event-stream';
import { HttpClient } from '../support/http-client';
import { phones } from '../support/phones';
import { call, Caddy, CADDYFILE, type RawAnswer, textOf } from './support/caddy';

/** `ops/Caddyfile` in a real Caddy, in front of two real instances. */

const nextPhone = phones();
let stack: Stack;
let proxy: Caddy;
let partner: Partner;
let api: HttpClient;

beforeAll(async () => {
  stack = await Stack.start({ env: { TRUST_PROXY: '1' } });
  proxy = await Caddy.start(
    stack.folder,
    stack.instances.map(({ port }) => port),
  );
  partner = await stack.partner();
  api = new HttpClient(`${proxy.url}/api/v1`, partner.key);
});
afterAll(async () => {
  await proxy?.stop();
  await stack.close();
});

const headers = (more: Record<string, string> = {}) => ({ Authorization: `Bearer ${partner.key}`, ...more });
const get = (path: string, encoding?: string): Promise<RawAnswer> =>
  call(proxy.url + path, { headers: headers(encoding ? { 'Accept-Encoding': encoding } : {}) });
const envelopeOf = (answer: RawAnswer) => ({
  status: answer.status,
  error: (JSON.parse(textOf(answer)) as { error: unknown }).error,
  isNamed:
    (JSON.parse(textOf(answer)) as { error: { request_id: string } }).error.request_id ===
    answer.headers['x-request-id'],
  type: answer.headers['content-type'],
  kept: answer.headers['cache-control'],
});
const failure = (status: number, code: string) => ({
  status,
  error: { code, message: expect.any(String) as string, request_id: expect.stringMatching(/^[\da-f-]{36}$/) as string },
  isNamed: true,
  type: 'application/json; charset=utf-8',
  kept: 'no-store',
});

it('is valid, and formatted as Caddy formats', async () => {
  await mustRun('caddy', ['validate', '--adapter', 'caddyfile', '--config', CADDYFILE]);
  expect(await mustRun('caddy', ['fmt', CADDYFILE])).toBe(readFileSync(CADDYFILE, 'utf8'));
});

describe('the proxy', () => {
  it('sends events on at once, and as they are, whichever instance a console is connected to', async () => {
    const token = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId };
    const open = () => EventStream.open(proxy.url, { ...token, 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    const streams = await Promise.all([open(), open(), open()]);
    const body = { phone: nextPhone.mobile() };
    const { id } = (await api.post<{ lead: { id: string } }>('/leads', body)).data.lead;
    // The stream does not end by itself: what is held back would never come.
    for (const stream of streams) {
      await stream.heard('lead', id);
      expect(stream.response.headers['content-encoding']).toBeUndefined();
      stream.close();
    }
  });

  it('compresses answers to GET for callers that accept it, and no answers to writes', async () => {
    for (let n = 0; n < 5; n++) expect((await api.post('/leads', { phone: nextPhone.mobile() })).status).toBe(201);
    const [plain, packed, modern] = await Promise.all(
      ['', 'gzip', 'zstd'].map((coding) => get('/api/v1/leads', coding)),
    );
    expect(plain?.headers['content-encoding']).toBeUndefined();
    expect(packed?.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'cache-control': 'no-store',
    });
    expect(modern?.headers['content-encoding']).toBe('zstd');
    expect(packed && textOf(packed)).toBe(plain && textOf(plain));
    expect(packed?.body.length).toBeLessThan((plain?.body.length ?? 0) / 3);
    const body = JSON.stringify({ phone: nextPhone.mobile() });
    const type = headers({ 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip, zstd' });
    const made = await call(`${proxy.url}/api/v1/leads`, { method: 'POST', headers: type }, body);
    expect([made.status, made.headers['content-encoding']]).toEqual([201, undefined]);
    expect(made.body.length).toBeGreaterThan(512);
    expect(made.headers['content-length']).toBe(String(made.body.length));
    expect((await get('/docs/openapi.json', 'gzip')).headers['content-encoding']).toBe('gzip');
  });

  it('passes on the client’s address, whatever the caller’s headers say', async () => {
    const id = '0b7c6a52-b1de-4fa3-8e2c-9d4b5c6a7f81';
    const spoofed = headers({ 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': id });
    expect((await call(`${proxy.url}/api/v1/pipelines`, { headers: spoofed })).status).toBe(200);
    const line = await until('the log', 5_000, () =>
      stack.instances.flatMap(({ log }) => log.split('\n')).find((text) => text.includes(id)),
    );
    expect(JSON.parse(line)).toMatchObject({ client_address: '127.0.0.1' });
  });

  it('does not show health and metrics outside', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect(envelopeOf(await get(path))).toEqual(failure(404, 'not_found'));
    }
  });

  it('lets the service refuse bodies of any size over the limit', async () => {
    for (const size of [17_000, 5_000_000]) {
      const type = headers({ 'Content-Type': 'application/json' });
      const answer = await call(`${proxy.url}/api/v1/leads`, { method: 'POST', headers: type }, 'x'.repeat(size));
      expect(envelopeOf(answer)).toEqual(failure(413, 'payload_too_large'));
    }
  });
});

interface Sent {
  readonly body: { readonly phone: string; readonly external_id: string };
  readonly answer: RawAnswer;
}

/** Submissions, which are added to `sent`, and reads, eight at a time, until `isOver`. */
async function load(sent: Sent[], isOver: () => boolean) {
  const reads: RawAnswer[] = [];
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const body = { phone: nextPhone.mobile(), external_id: randomUUID() };
      const type = headers({ 'Content-Type': 'application/json' });
      const post = { method: 'POST', headers: type };
      sent.push({ body, answer: await call(`${proxy.url}/api/v1/leads`, post, JSON.stringify(body)) });
      reads.push(await get('/api/v1/pipelines'));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return { failed: sent.filter(({ answer }) => answer.status !== 201), reads };
}

describe('an instance that stops', () => {
  it('by kill -9 loses only the calls that it had begun to answer, and they may be repeated', async () => {
    const [one] = stack.instances;
    let isOver = false;
    const sent: Sent[] = [];
    const running = load(sent, () => isOver);
    await until('load', 60_000, () => sent.length > 50);
    await one?.stop('SIGKILL');
    // Before the proxy knows it: connections are refused.
    const after = await Promise.all(
      Array.from({ length: 30 }, () => api.post('/leads', { phone: nextPhone.mobile() })),
    );
    isOver = true;
    const { failed, reads } = await running;
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 201));
    expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(8);
    for (const { body, answer } of failed) {
      expect(envelopeOf(answer)).toEqual(failure(500, 'internal_error'));
      expect([200, 201]).toContain((await api.post('/leads', body)).status);
    }
    const [{ n } = { n: 0 }] = await stack.sql<{ n: number }>(
      `select count(*)::int as n from submissions where account_id = $1 and external_id = any($2)`,
      [partner.accountId, sent.map(({ body }) => body.external_id)],
    );
    expect(n).toBe(sent.length);
    await one?.start();
  });

  it('by SIGTERM loses no call: the proxy sees that it is not ready', async () => {
    const [one] = stack.instances;
    await until('readiness', 20_000, async () => (await one?.ready())?.status === 200);
    let isOver = false;
    const sent: Sent[] = [];
    const running = load(sent, () => isOver);
    expect(await one?.stop()).toBe(0);
    isOver = true;
    const { failed, reads } = await running;
    expect(failed).toEqual([]);
    expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
  });

  it('together with the other one: answers still have the envelope', async () => {
    for (const instance of stack.instances) await instance.stop('SIGKILL');
    const start = performance.now();
    const type = headers({ 'Content-Type': 'application/json' });
    const answers = await Promise.all([
      get('/api/v1/leads', 'gzip'),
      call(`${proxy.url}/api/v1/leads`, { method: 'POST', headers: type }, '{}'),
      get('/console'),
    ]);
    expect(answers.map(envelopeOf)).toEqual(answers.map(() => failure(500, 'internal_error')));
    expect(performance.now() - start).toBeLessThan(6_000);
  });
});

describe('with a host name', () => {
  it('serves https, redirects http to it, and keeps its certificate over a restart', async () => {
    await proxy.stop();
    const port = await freePort();
    const options = `\thttp_port ${await freePort()}\n\thttps_port ${port}\n`;
    const [, http] = /http_port (\d+)/.exec(options) ?? [];
    const secure = await Caddy.start(stack.folder, [stack.instance(0).port], { site: 'localhost', port, options });
    const shown = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().fingerprint256);
          socket.destroy();
        }).once('error', reject);
      });
    try {
      const first = await until('the certificate', 10_000, shown);
      const answer = await call(`https://localhost:${port}/metrics`, { servername: 'localhost' });
      expect(envelopeOf(answer)).toEqual(failure(404, 'not_found'));
      const redirect = await call(`http://localhost:${http}/console`, {});
      expect([redirect.status, redirect.headers.location]).toEqual([308, expect.stringMatching(/^https:..localhost/)]);
      await secure.stop();
      await secure.start();
      expect(await until('the certificate', 10_000, shown)).toBe(first);
    } finally {
      await secure.stop();
    }
  });
});

it('does not change the system: no certificate was installed', async () => {
  expect((await run('sh', ['-c', 'ls /usr/local/share/ca-certificates | grep -i caddy'])).code).toBe(1);
});
