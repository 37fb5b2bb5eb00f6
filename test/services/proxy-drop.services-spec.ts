import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'node:https';
import { type ProxyName, startProxies } from './support/proxies';
import { call } from './support/raw-call';
import type { RunningProxy } from './support/running-proxy';

/**
 * A POST that an instance drops without an answer may have been applied. Each real proxy must answer it with an error: a connection that
 * ends, and above all HTTP/2's REFUSED_STREAM, would make clients repeat it.
 */

/** Caddy's file has no certificate without a host name, so it speaks HTTP/1.1 here. */
const NAMES = ['nginx', 'HAProxy', 'Apache'] as const;
const CALLS = 3;

const posts: string[] = [];
const instances: Server[] = [];
let proxies: Record<ProxyName, RunningProxy>;
let folder: string;

/** An instance that is ready, answers GET, and drops each POST when it has all of it. */
function serve(socket: Socket): void {
  let received = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    const [head = '', body] = received.split('\r\n\r\n');
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (body === undefined || body.length < length) return;
    received = '';
    if (head.startsWith('GET ') || head.startsWith('OPTIONS ')) {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      return;
    }
    posts.push(head.slice(0, head.indexOf('\r')));
    socket.destroy();
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'entrada-drop-'));
  for (let n = 0; n < 2; n++) {
    const server = createServer(serve).listen(0, '127.0.0.1');
    await once(server, 'listening');
    instances.push(server);
  }
  const ports = instances.map((server) => (server.address() as AddressInfo).port);
  proxies = await startProxies(folder, ports, NAMES);
});
beforeEach(() => posts.splice(0));
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.stop();
  for (const server of instances) server.close();
  rmSync(folder, { recursive: true });
});

describe.each(NAMES)('%s', (name) => {
  it('answers POSTs over HTTP/2 that an instance drops, each sent to one instance once', async () => {
    const session = connect(proxies[name].url, { rejectUnauthorized: false });
    const send = async (method: 'GET' | 'POST') => {
      const stream = session.request({
        ':method': method,
        ':path': `/api/v1/leads`,
        'content-type': 'application/json',
      });
      stream.end(method === 'POST' ? '{}' : undefined);
      const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
      stream.resume();
      return headers[':status'];
    };
    try {
      expect(await send('GET')).toBe(200);
      for (let n = 0; n < CALLS; n++) {
        expect(await send('POST')).toBe(500);
      }
    } finally {
      session.destroy();
    }
    expect(posts).toHaveLength(CALLS);
  });

  // Apache ends a kept connection without an answer.
  if (name === 'Apache') return;
  it('answers POSTs on one connection of HTTP/1.1 that an instance drops', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const url = `${proxies[name].url}/api/v1/leads`;
    try {
      for (let n = 0; n < CALLS; n++) {
        expect((await call(url, { agent })).status).toBe(200);
        expect((await call(url, { agent, method: 'POST' }, '{}')).status).toBe(500);
      }
    } finally {
      agent.destroy();
    }
    expect(posts).toHaveLength(CALLS);
  });
});
