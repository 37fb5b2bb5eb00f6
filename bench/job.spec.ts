import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAll, runJob } from './job';
import { type Kind, KINDS, newPhone, Requests, type Target } from './requests';
import { randomFrom } from './statistics';

const targets: Target[] = [{ key: 'chave', leads: 100, ids: ['11111111-1111-7111-8111-111111111111'] }];
const lead = { id: '11111111-1111-7111-8111-111111111111', name: 'x'.repeat(300) };
const page = (leads: number) => ({ data: Array<object>(leads).fill(lead) });

let server: Server;
/** Answer of the server to its n-th request. */
let answerOf: (n: number) => [status: number, body: object];
let seen: { request: IncomingMessage; body: string }[] = [];

/** Starts a server that answers in two parts. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const [status, answer] = answerOf(seen.push({ request, body }) - 1);
      const text = JSON.stringify(answer);
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(text) }).write(text.slice(0, 1));
      setImmediate(() => response.end(text.slice(1)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
beforeEach(() => (seen = []));
afterAll(() => {
  closeAll();
  server.close();
});

const run = (kind: Kind, count: number, connections = 1, { port } = server.address() as AddressInfo) =>
  runJob({ port, prefix: '', kind, targets: [0], connections, count }, targets, new Requests(randomFrom(1)));

it('counts as many requests as were wanted, and no failure when each answer is right', async () => {
  answerOf = () => [200, page(50)];
  expect(await run('list', 40, 4)).toMatchObject({ requests: 40, failures: {} });
  expect(seen).toHaveLength(40);
});

it('counts each answer with another status or a short body as wrong', async () => {
  answerOf = (n) => [n % 4 === 1 ? 200 : n % 4 === 2 ? 500 : 201, n % 4 === 3 ? {} : { data: { ...lead, lead } }];
  expect(await run('new', 40)).toMatchObject({ requests: 40, failures: { 200: 10, 500: 10, '201 with 2 bytes': 10 } });
});

it('reads the first answer of each connection whole', async () => {
  answerOf = () => [200, page(49)];
  expect((await run('list', 40)).failures).toEqual({ '200 with a page of 49': 1 });
});

it('counts a broken connection as wrong', async () => {
  expect((await run('get', 3, 1, { port: 1, address: '', family: '' })).failures).toEqual({ 0: 3 });
});

it.each(KINDS)('sends %s as well-formed requests over one connection', async (kind) => {
  answerOf = () => [200, {}];
  await run(kind, 5);
  expect(new Set(seen.map(({ request }) => request.socket)).size).toBe(1);
  for (const { request, body } of seen) {
    expect(request.headers.authorization).toBe('Bearer chave');
    expect(request.url).toMatch(/^\/api\/v1\/(leads|metrics)/);
    if (request.method === 'POST') expect(JSON.parse(body)).toHaveProperty('external_id');
  }
});

it('gives no phone twice, and none of the seed', () => {
  const phones = Array.from({ length: 100_000 }, () => newPhone(randomFrom(1)));
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones.filter((phone) => !/^55(?!11)\d\d9[789]\d{7}$/.test(phone))).toEqual([]);
});
