import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Job, runJob } from './job';
import { type Kind, Requests, type Target } from './requests';
import { randomFrom } from './statistics';

const targets: Target[] = [{ key: 'chave', leads: 100, ids: ['11111111-1111-7111-8111-111111111111'] }];
const lead = { id: '11111111-1111-7111-8111-111111111111', name: 'x'.repeat(300) };
const page = (leads: number) => ({ data: Array<object>(leads).fill(lead) });

let server: Server;
/** What the server answers to its n-th request. */
let answerOf: (n: number) => [status: number, body: object];
let served = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, body] = answerOf(served++);
      const text = JSON.stringify(body);
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(text) }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
beforeEach(() => (served = 0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const run = (kind: Kind, count: number, connections = 1) => {
  const { port } = server.address() as AddressInfo;
  const job: Job = { port, prefix: '', kind, targets: [0], connections, count };
  return runJob(job, targets, new Requests(randomFrom(1)));
};

it('counts as many requests as were wanted, and no failure when each answer is right', async () => {
  answerOf = () => [200, page(50)];
  expect(await run('list', 40, 4)).toMatchObject({ requests: 40, failures: {} });
  expect(served).toBe(40);
});

it('each answer with another status (also a success) or a short body counts as wrong', async () => {
  answerOf = (n) => [n % 4 === 1 ? 200 : n % 4 === 2 ? 500 : 201, n % 4 === 3 ? {} : { data: { ...lead, lead } }];
  expect(await run('new', 40)).toMatchObject({ requests: 40, failures: { 200: 10, 500: 10, '201 with 2 bytes': 10 } });
});

it('the first answer of each connection is read whole', async () => {
  answerOf = () => [200, page(49)];
  expect((await run('list', 40)).failures).toEqual({ '200 with a page of 49': 1 });
  answerOf = () => [200, page(0)];
  expect((await run('list', 40)).failures).toEqual({ '200 with 11 bytes': 40 });
});
