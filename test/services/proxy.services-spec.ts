import { SECOND_MS } from '../../src/contract/durations';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { MAX_IMPORT_BYTES } from '../../src/contract/limits';
import { OPERATOR_TOKEN, type Partner, Stack } from '../fault/support/stack';
import { freePort, mustRun, run, until } from '../fault/support/processes';
import { EventStream } from '../support/event-stream';
import { PATIENCE_MS } from '../support/patience';
import { phones } from '../support/phones';
import { readiness, untilReadinessSays } from '../support/readiness';
import { PROXY_NAMES as NAMES, type ProxyName as Name, startNamedCaddy, startProxies } from './support/proxies';
import { call, type RawAnswer, textOf } from './support/raw-call';
import type { RunningProxy } from './support/running-proxy';
import { BROKEN, newToken, type Place, PLACES, sendRaw, spellingsOf } from './support/token-paths';

/** Runs each real proxy with its file of `ops`, in front of the same two real instances. */

/** Calls per minute: few, so that a client soon exceeds them, and more than each test sends from one address. */
const LIMIT = 60;
const CADDYFILE = 'ops/Caddyfile';

const nextPhone = phones();
let stack: Stack;
let proxies: Record<Name, RunningProxy>;
let partner: Partner;

beforeAll(async () => {
  stack = await Stack.start({ env: { TRUST_PROXY: '1', LIMIT_IP_PER_MINUTE: String(LIMIT) } });
  const ports = stack.instances.map(({ port }) => port);
  proxies = await startProxies(stack.folder, ports);
  partner = await stack.partner();
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.stop();
  await stack?.close();
});

/** Counts callers. Each has its own address, so that only the test of the limits reaches a limit. */
let callers = 0;
const nextAddress = (): string => `127.1.${Math.floor(++callers / 250) % 250}.${1 + (callers % 250)}`;

const headers = (more: Record<string, string> = {}) => ({ Authorization: `Bearer ${partner.key}`, ...more });
const get = (proxy: RunningProxy, path: string, more: Record<string, string> = {}): Promise<RawAnswer> =>
  call(proxy.url, { path, headers: headers(more), localAddress: nextAddress() });
const post = (proxy: RunningProxy, path: string, body: string, more: Record<string, string> = {}) => {
  const type = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...more };
  return call(proxy.url + path, { method: 'POST', headers: headers(type), localAddress: nextAddress() }, body);
};
const submit = (proxy: RunningProxy, lead: object = { phone: nextPhone.mobile() }, more?: Record<string, string>) =>
  post(proxy, '/api/v1/leads', JSON.stringify(lead), more);
const ofOperator = () => ({ Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Account-Id': partner.accountId });

const envelopeOf = (answer: RawAnswer) => {
  const { error } = JSON.parse(textOf(answer)) as { error: { request_id: string } };
  return {
    status: answer.status,
    error,
    isNamed: error.request_id === answer.headers['x-request-id'],
    type: answer.headers['content-type'],
    kept: answer.headers['cache-control'],
  };
};
const failure = (status: number, code: string) => ({
  status,
  error: {
    code,
    message: expect.any(String) as string,
    request_id: expect.stringMatching(/^[\w@-]{27,36}$/) as string,
  },
  isNamed: true,
  type: 'application/json; charset=utf-8',
  kept: 'no-store',
});

it('the Caddyfile is valid, and formatted as Caddy formats', async () => {
  await mustRun('caddy', ['validate', '--adapter', 'caddyfile', '--config', CADDYFILE]);
  expect(await mustRun('caddy', ['fmt', CADDYFILE])).toBe(readFileSync(CADDYFILE, 'utf8'));
});

it('idle connections to an instance end in each proxy before they end in the instance', async () => {
  const alive = (await fetch(`${stack.instance(0).url}/health/live`)).headers.get('keep-alive');
  const kept = Number(/timeout=(\d+)/.exec(alive ?? '')?.[1]);
  const idle = {
    Caddyfile: /\tkeepalive (\d+)s/,
    'nginx.conf': /upstream [^}]*keepalive_timeout (\d+)s/,
    'apache.conf': / ttl=(\d+) /,
  };
  for (const [file, pattern] of Object.entries(idle)) {
    const [, seconds] = pattern.exec(readFileSync(`ops/${file}`, 'utf8')) ?? [];
    expect([file, Number(seconds) < kept]).toEqual([file, true]);
  }
});

describe.each(NAMES)('%s', (name) => {
  const proxy = (): RunningProxy => proxies[name];

  it('sends events on at once, and as they are, whichever instance a console is connected to', async () => {
    const open = () => EventStream.open(proxy().url, { ...ofOperator(), 'Accept-Encoding': 'gzip, deflate, br, zstd' });
    const streams = await Promise.all([open(), open(), open()]);
    const { id } = (JSON.parse(textOf(await submit(proxy()))) as { data: { lead: { id: string } } }).data.lead;
    // The stream does not end by itself, so buffered data would never arrive.
    for (const stream of streams) {
      await stream.heard('lead', id);
      expect(stream.response.headers['content-encoding']).toBeUndefined();
      stream.close();
    }
  });

  it('compresses answers to GET for callers that accept it, and no answers to writes', async () => {
    for (let n = 0; n < 5; n++) expect((await submit(proxy())).status).toBe(201);
    const plain = await get(proxy(), '/api/v1/leads');
    const packed = await get(proxy(), '/api/v1/leads', { 'Accept-Encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
    expect(packed.headers.vary).toMatch(/Accept-Encoding/i);
    expect(textOf(packed)).toBe(textOf(plain));
    expect(packed.body.length).toBeLessThan(plain.body.length / 3);
    const made = await submit(proxy(), undefined, { 'Accept-Encoding': 'gzip, zstd' });
    expect([made.status, made.headers['content-encoding']]).toEqual([201, undefined]);
    expect(made.body.length).toBeGreaterThan(512);
    expect(made.headers['content-length']).toBe(String(made.body.length));
    const file = await get(proxy(), '/docs/openapi.json', { 'Accept-Encoding': 'gzip' });
    expect(file.headers['content-encoding']).toBe('gzip');
  });

  it('passes on the client’s address, whatever the caller’s headers say', async () => {
    // One of twelve random ids has a long number and is not logged.
    const id = `f00dcafe-beef-4ade-8bad-decafc0ffe${10 + NAMES.indexOf(name)}`;
    const spoofed = headers({ 'X-Forwarded-For': '203.0.113.9', Forwarded: 'for=203.0.113.9', 'X-Request-Id': id });
    const answer = await call(`${proxy().url}/api/v1/pipelines`, { headers: spoofed, localAddress: '127.9.8.7' });
    expect(answer.status).toBe(200);
    const line = await until('the log', PATIENCE_MS, () =>
      stack.instances.flatMap(({ log }) => log.split('\n')).find((text) => text.includes(id)),
    );
    expect(JSON.parse(line)).toMatchObject({ client_address: '127.9.8.7' });
  });

  it('lets the service count the calls of each client, and no others', async () => {
    const [client, another] = [nextAddress(), nextAddress()];
    const from = async (localAddress: string, forged: string): Promise<number> => {
      const options = { headers: headers({ 'X-Forwarded-For': forged }), localAddress };
      return (await call(`${proxy().url}/api/v1/pipelines`, options)).status;
    };
    let taken = 0;
    // Each of the two instances counts for itself when Redis does not answer in time.
    while (taken <= 2 * LIMIT && (await from(client, `203.0.113.${taken}`)) === 200) taken++;
    expect(taken).toBeGreaterThanOrEqual(LIMIT);
    expect(taken).toBeLessThanOrEqual(2 * LIMIT);
    expect([await from(client, another), await from(another, client)]).toEqual([429, 200]);
    for (const { url } of stack.instances) await untilReadinessSays(url, { proxy: 'ok' });
  });

  it('does not show health and metrics outside', async () => {
    const paths = ['/health/live', '/health/ready', '/metrics', '/metrics/', '/METRICS', '//health/live', '/%6Detrics'];
    const answers = await Promise.all([...paths, `${proxy().url}/metrics`].map((path) => get(proxy(), path)));
    expect(answers.map(envelopeOf)).toEqual(answers.map(() => failure(404, 'not_found')));
    expect(new Set(answers.map((answer) => answer.headers['x-request-id'])).size).toBe(answers.length);
  });

  it('lets the service refuse bodies of any size over its limits, and takes all that it takes', async () => {
    for (const size of [17_000, 5_000_000]) {
      const answer = await post(proxy(), '/api/v1/leads', 'x'.repeat(size));
      expect(envelopeOf(answer)).toEqual(failure(413, 'payload_too_large'));
    }
    const type = { ...ofOperator(), 'Content-Type': 'text/csv' };
    const fileOf = (size: number): string => `phone,notes\n${`11987654321,${'x'.repeat(987)}\n`.repeat(size / 1000)}`;
    const packed = { ...type, 'Accept-Encoding': 'gzip' };
    const large = await post(proxy(), '/admin/v1/imports/preview', fileOf(MAX_IMPORT_BYTES - 1_000), packed);
    expect([large.status, large.headers['content-encoding'], textOf(large)]).toEqual([
      200,
      undefined,
      expect.stringContaining('"data"'),
    ]);
    const tooLarge = await post(proxy(), '/admin/v1/imports', fileOf(2 * MAX_IMPORT_BYTES), type);
    expect(envelopeOf(tooLarge)).toEqual(failure(413, 'payload_too_large'));
  });

  it('writes no query, header or body into a log', async () => {
    const phone = nextPhone.mobile();
    const secret = { Referer: `https://example.com/?phone=${phone}`, 'User-Agent': phone, Cookie: `a=${phone}` };
    expect((await get(proxy(), `/admin/v1/leads?phone=${phone}`, { ...ofOperator(), ...secret })).status).toBe(200);
    expect((await submit(proxy(), { phone }, secret)).status).toBe(201);
    expect((await get(proxy(), `/health/live?phone=${phone}`, secret)).status).toBe(404);
    expect(logsOf(proxy())).not.toContain(phone);
  });

  it('passes on a body as large as an address of a source takes', async () => {
    const answer = await post(proxy(), `/in/${newToken('in')}`, 'x'.repeat(65_536));
    expect(envelopeOf(answer)).toEqual(failure(404, 'not_found'));
  });

  it.each(PLACES.flatMap((place) => ['POST', 'GET', 'HEAD', 'PUT'].map((method) => [method, place] as const)))(
    'writes no token of %s /%s/{token} into a log',
    async (method, place) => {
      const [token, before] = [newToken(place), linesOf(proxy())];
      const paths = spellingsOf(place, token);
      const secret = { Referer: `https://example.com/${place}/${token}`, 'User-Agent': token, Cookie: `a=${token}` };
      for (const path of [...paths, `${proxy().url}/${place}/${token}`])
        await call(proxy().url, { path, method, headers: secret, localAddress: nextAddress() });
      await masked(proxy(), place, token, before, paths.length + 1);
    },
  );

  it.each(PLACES)('writes no token of a broken request below /%s/ into a log', async (place) => {
    const [token, before] = [newToken(place), linesOf(proxy())];
    for (const rest of BROKEN) await sendRaw(proxy().url, `POST /${place}/${token}${rest}\r\n\r\n`);
    await get(proxy(), `/${place}/${token}`);
    await masked(proxy(), place, token, before, 1);
  });
});

/** Waits for so many lines more than `before`. None has the token, not even encoded. */
async function masked(proxy: RunningProxy, place: Place, token: string, before: number, lines: number): Promise<void> {
  await until(`${lines} lines`, PATIENCE_MS, () => linesOf(proxy) >= before + lines);
  const decoded = logsOf(proxy).replaceAll(/%[\da-f]{2}/gi, (byte) => String.fromCharCode(parseInt(byte.slice(1), 16)));
  expect(decoded.toLowerCase()).not.toContain(token.slice(-40).toLowerCase());
  expect(decoded).toContain(`/${place}/-`);
}

const linesOf = (proxy: RunningProxy): number => logsOf(proxy).split('\n').length;

/** Reads all logs of a proxy. */
const logsOf = ({ folder }: RunningProxy): string =>
  readdirSync(folder)
    .filter((file) => file.endsWith('log'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');

describe.each(NAMES.filter((name) => name !== 'Caddy'))('%s', (name) => {
  it('writes no token into a log when it sends http on to https', async () => {
    const [token, before] = [newToken('in'), linesOf(proxies[name])];
    const path = `/in/${token}`;
    const answer = await call(`http://127.0.0.1:${proxies[name].plainPort}`, { path, method: 'POST' });
    expect(answer.status).toBe(308);
    await get(proxies[name], path);
    await masked(proxies[name], 'in', token, before, 1);
  });

  it('sends http on to https, and speaks HTTP/2 there', async () => {
    const address = `http://127.0.0.1:${proxies[name].plainPort}/console?a=b`;
    const answer = await call(address, { headers: { Host: 'leads.example.com' } });
    expect([answer.status, answer.headers.location]).toEqual([308, 'https://leads.example.com/console?a=b']);
    const written = ['--silent', '--insecure', '--output', '/dev/null', '--write-out', '%{http_version} %{http_code}'];
    expect(await mustRun('curl', [...written, `${proxies[name].url}/console`])).toBe('2 200');
  });
});

interface Sent {
  readonly body: { readonly phone: string; readonly external_id: string };
  /** Undefined when the connection broke. */
  readonly answer: RawAnswer | undefined;
}

/** Sends submissions and reads, four at a time through each proxy, until `isOver`. Adds the submissions to `sent`. */
async function load(sent: Record<Name, Sent[]>, isOver: () => boolean) {
  const reads: [Name, number | undefined][] = [];
  const worker = async (name: Name): Promise<void> => {
    while (!isOver()) {
      const body = { phone: nextPhone.mobile(), external_id: randomUUID() };
      sent[name].push({ body, answer: await submit(proxies[name], body).catch(() => undefined) });
      reads.push([name, (await get(proxies[name], '/api/v1/pipelines').catch(() => undefined))?.status]);
    }
  };
  await Promise.all(NAMES.flatMap((name) => Array.from({ length: 4 }, () => worker(name))));
  const failedOf = (name: Name): Sent[] => sent[name].filter(({ answer }) => answer?.status !== 201);
  return { failedOf, failedReads: reads.filter(([, status]) => status !== 200) };
}
const nothingSent = (): Record<Name, Sent[]> => ({ Caddy: [], nginx: [], HAProxy: [], Apache: [] });

describe('an instance that stops', () => {
  it('by kill -9 loses only the calls that it had begun to answer, and they may be repeated', async () => {
    const [one] = stack.instances;
    let isOver = false;
    const sent = nothingSent();
    const running = load(sent, () => isOver);
    await until('load', PATIENCE_MS, () => NAMES.every((name) => sent[name].length > 20));
    await one?.stop('SIGKILL');
    // Connections are refused before the proxy knows that the instance is down.
    const after = await Promise.all(NAMES.flatMap((name) => Array.from({ length: 10 }, () => submit(proxies[name]))));
    isOver = true;
    const { failedOf, failedReads } = await running;
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 201));
    expect(failedReads.filter(([name]) => name !== 'Apache')).toEqual([]);
    for (const name of NAMES) {
      const failed = failedOf(name);
      expect(failed.length).toBeLessThanOrEqual(4);
      for (const { body, answer } of failed) {
        const status = name === 'Apache' ? 502 : 500;
        if (answer) expect([name, envelopeOf(answer)]).toEqual([name, failure(status, 'internal_error')]);
        expect([200, 201]).toContain((await submit(proxies[name], body)).status);
      }
    }
    const all = Object.values(sent).flat();
    const [{ n } = { n: 0 }] = await stack.sql<{ n: number }>(
      `select count(*)::int as n from submissions where account_id = $1 and external_id = any($2)`,
      [partner.accountId, all.map(({ body }) => body.external_id)],
    );
    expect(n).toBe(all.length);
    await one?.start();
  });

  it('by SIGTERM loses no call: the proxy sees that it is not ready', async () => {
    const one = stack.instance(0);
    const good = { saysSo: true, failed: NAMES.map((name) => [name, 0, 0]) };
    let seen = {};
    // The proxies have a second to see it. A busy machine may take that second, but not three times.
    for (let round = 0; round < 3 && !isDeepStrictEqual(seen, good); round++) {
      if (round > 0) await one.start();
      await untilReadinessSays(one.url, { ready: true });
      let isOver = false;
      const sent = nothingSent();
      const running = load(sent, () => isOver);
      const stopped = one.stop();
      await sleep(SECOND_MS);
      const saysSo = (await readiness(one.url).catch(() => undefined))?.data.stopping;
      expect(await stopped).toBe(0);
      isOver = true;
      const { failedOf, failedReads } = await running;
      for (const name of NAMES) expect(sent[name].length).toBeGreaterThan(0);
      const failed = NAMES.map((name) => [
        name,
        failedOf(name).length,
        failedReads.filter(([of]) => of === name).length,
      ]);
      seen = { saysSo, failed };
    }
    expect(seen).toEqual(good);
  });

  it.each(NAMES)('together with the other one: answers of %s still have the envelope', async (name) => {
    for (const instance of stack.instances) await instance.stop('SIGKILL');
    const start = performance.now();
    const [phone, token, before] = [nextPhone.mobile(), newToken('in'), linesOf(proxies[name])];
    const answers = await Promise.all([
      get(proxies[name], `/api/v1/leads?phone=${phone}`, { 'Accept-Encoding': 'gzip' }),
      post(proxies[name], '/api/v1/leads', '{}'),
      get(proxies[name], '/console'),
      post(proxies[name], `/in/${token}`, '{}'),
    ]);
    const status = name === 'Apache' ? 503 : 500;
    expect(answers.map(envelopeOf)).toEqual(answers.map(() => failure(status, 'internal_error')));
    expect(performance.now() - start).toBeLessThan(6_000);
    expect(logsOf(proxies[name])).not.toContain(phone);
    await masked(proxies[name], 'in', token, before, answers.length);
  });
});

describe('Caddy with a host name', () => {
  it('serves https, redirects http to it, and keeps its certificate over a restart', async () => {
    const [port, http] = [await freePort(), await freePort()];
    const options = `\thttp_port ${http}\n\thttps_port ${port}\n`;
    const secure = await startNamedCaddy(stack.folder, [stack.instance(0).port], { name: 'localhost', port, options });
    const shown = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().fingerprint256);
          socket.destroy();
        }).once('error', reject);
      });
    try {
      const first = await until('the certificate', PATIENCE_MS, shown);
      const answer = await call(`https://localhost:${port}/metrics`, { servername: 'localhost' });
      expect(envelopeOf(answer)).toEqual(failure(404, 'not_found'));
      const redirect = await call(`http://localhost:${http}/console`, {});
      expect([redirect.status, redirect.headers.location]).toEqual([308, expect.stringMatching(/^https:..localhost/)]);
      await secure.stop();
      await secure.start();
      expect(await until('the certificate', PATIENCE_MS, shown)).toBe(first);
    } finally {
      await secure.stop();
    }
  });
});

it('docs/operations.md has the line of each file that sets X-Forwarded-For', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const lines = [
    ['nginx.conf', 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'],
    ['haproxy.cfg', 'option forwardfor'],
    ['apache.conf', 'ProxyAddHeaders On'],
  ] as const;
  for (const [file, line] of lines) {
    expect(page).toContain(`\`${line}\``);
    expect(readFileSync(`ops/${file}`, 'utf8')).toMatch(new RegExp(`^\\s+${line.replaceAll('$', '\\$')}$`, 'm'));
  }
});

it('does not change the system: no certificate was installed', async () => {
  expect((await run('sh', ['-c', 'ls /usr/local/share/ca-certificates | grep -i caddy'])).code).toBe(1);
});
