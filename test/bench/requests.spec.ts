import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from './connection';
import { KINDS, type Kind, newPhone, Requests, type Target } from './requests';
import { randomFrom } from './statistics';

const targets: Target[] = [{ key: 'chave', leads: 100, ids: ['11111111-1111-7111-8111-111111111111'] }];
const seen: { request: IncomingMessage; body: string }[] = [];
let server: Server;
let connection: Connection;

/** Answers 200 with a long body in two parts, and 429 to /short. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      seen.push({ request, body });
      const isShort = request.url === '/short';
      const text = 'x'.repeat(isShort ? 0 : 100_000);
      response.writeHead(isShort ? 429 : 200, { 'Content-Length': text.length });
      response.write(text.slice(0, 10));
      setImmediate(() => response.end(text.slice(10)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  connection = new Connection((server.address() as AddressInfo).port);
});
afterAll(() => {
  connection.close();
  server.close();
});

it('sends each kind as one well-formed request after the other over one connection', async () => {
  const requests = new Requests(randomFrom(1));
  for (const kind of KINDS) {
    const { status, length, text } = await connection.send(requests.text(kind, '', targets));
    expect([status, length, text()]).toEqual([200, 100_000, 'x'.repeat(100_000)]);
    const { request, body } = seen.at(-1) ?? {};
    expect(request?.headers.authorization).toBe('Bearer chave');
    expect(request?.url).toMatch(/^\/api\/v1\/(leads|metrics)/);
    if (request?.method === 'POST') expect(JSON.parse(body ?? '')).toHaveProperty('external_id');
  }
  expect(seen).toHaveLength(KINDS.length);
  expect(new Set(seen.map(({ request }) => request.socket)).size).toBe(1);
});

it('reads an answer without a body', async () => {
  const { status, length, text } = await connection.send('GET /short HTTP/1.1\r\nHost: bench\r\n\r\n');
  expect([status, length, text()]).toEqual([429, 0, '']);
});

it('uses the people of each kind: new ones, the same again, those of the seed', () => {
  const requests = new Requests(randomFrom(2));
  const sent = (kind: Kind): { phone: string; tags: string[] } =>
    JSON.parse(requests.text(kind, '', targets).split('\r\n\r\n')[1] ?? '') as { phone: string; tags: string[] };
  const people = new Map<string, string[]>();
  for (let n = 0; n < 100; n++) {
    const { phone, tags } = sent('new');
    people.set(phone, tags);
    expect(phone).toMatch(/^55(?!11)\d\d9[789]\d{7}$/);
    const again = sent('again');
    expect(again.tags).toEqual(people.get(again.phone));
    for (const kind of ['known', 'replay'] as const) expect(sent(kind).phone).toMatch(/^5511980000\d{3}$/);
  }
});

it('a broken connection is a failure', async () => {
  const broken = new Connection(1);
  await expect(broken.send('GET / HTTP/1.1\r\n\r\n')).rejects.toThrow();
  expect(broken.isOpen).toBe(false);
  await expect(broken.send('GET / HTTP/1.1\r\n\r\n')).rejects.toThrow();
});

it('gives no phone twice', () => {
  const phones = Array.from({ length: 100_000 }, () => newPhone(randomFrom(1)));
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones.filter((phone) => !/^55(?!11)\d\d9[789]\d{7}$/.test(phone))).toEqual([]);
});
