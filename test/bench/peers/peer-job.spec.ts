import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomFrom } from '../statistics';
import { nextLead, type PeerKind, runPeerJob, wrongLead, wrongPage } from './peer-job';
import type { ProductName } from './product';

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly body: string;
}

let server: Server;
let asked: Asked[];
/** What the server answers. */
let answerOf: (request: Asked) => [status: number, data: unknown];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const one = { method: request.method, url: request.url, body };
      asked.push(one);
      const [status, data] = answerOf(one);
      const text = JSON.stringify({ data });
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(text) }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
beforeEach(() => (asked = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const PAGE_PATH = { path: '/page', stage: '7' };

const run = (product: ProductName, kind: PeerKind, count: number) => {
  const { port } = server.address() as AddressInfo;
  const access = { product, port, token: 'chave', stages: ['7', '8', '9'], ids: ['1'], pages: [PAGE_PATH] };
  return runPeerJob({ access, kind, connections: 2, count }, randomFrom(1));
};

const lead = (id: number, stage = 7) => ({ id, name: 'x'.repeat(300), deals: [{ stage }] });
const page = (leads: number) => Array.from({ length: leads }, (_, index) => lead(index));

it('no phone and no e-mail comes twice, and the stages take turns', () => {
  const leads = Array.from({ length: 600 }, () => nextLead(['a', 'b', 'c']));
  expect(new Set(leads.map(({ phone }) => phone)).size).toBe(600);
  expect(new Set(leads.map(({ email }) => email)).size).toBe(600);
  for (const { phone, tags } of leads)
    expect([phone, tags.length]).toEqual([expect.stringMatching(/^55\d\d98\d{7}$/), 2]);
  expect(leads.filter(({ stage }) => stage === 'a')).toHaveLength(200);
});

it('makes a lead and its deal in one call, and tells what it made', async () => {
  let id = 0;
  answerOf = () => [200, lead(++id)];
  const { requests, failures, made } = await run('Directus', 'create', 30);
  expect([requests, failures, asked.length]).toEqual([30, {}, 30]);
  expect(made.map((one) => Number(one.id)).sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  for (const { body } of asked)
    expect(JSON.parse(body)).toMatchObject({ deals: [{ stage: expect.any(Number) as number }] });
});

it('where it takes two calls, the second refers to the answer of the first, and both count as one', async () => {
  answerOf = ({ url }) => [201, url === '/api/leads' ? { documentId: 'abc' } : { documentId: 'def' }];
  expect(await run('Strapi', 'create', 10)).toMatchObject({ requests: 10, failures: {} });
  const deals = asked.filter(({ url }) => url === '/api/deals').map(({ body }) => JSON.parse(body) as { data: object });
  expect(deals).toHaveLength(10);
  for (const { data } of deals) expect(data).toMatchObject({ lead: 'abc' });
});

it('a call that is refused counts as wrong, and makes nothing', async () => {
  answerOf = ({ url }) => (url === '/api/leads' ? [201, { documentId: 'abc' }] : [403, null]);
  expect(await run('Strapi', 'create', 10)).toMatchObject({ failures: { '403 {"data":null}': 10 }, made: [] });
});

it('a page must have its 50 leads, and a lead be the one that was asked for', async () => {
  answerOf = () => [200, page(50)];
  expect((await run('Directus', 'list', 20)).failures).toEqual({});
  answerOf = () => [200, page(49)];
  expect((await run('Directus', 'list', 20)).failures).toEqual({ 'a page of 49': 2 });
  answerOf = () => [200, lead(1)];
  expect((await run('Directus', 'get', 20)).failures).toEqual({});
  answerOf = () => [200, lead(2)];
  expect((await run('Directus', 'get', 20)).failures).toEqual({ 'lead 2 instead of 1': 2 });
  answerOf = () => [200, []];
  expect((await run('Directus', 'list', 20)).failures).toEqual({ '200 with 11 bytes': 20 });
});

it('tells what is wrong with a lead and with a page', () => {
  expect(wrongLead({ id: 'a', stages: ['7'] }, { id: 'a', stage: '7' })).toBeUndefined();
  expect(wrongLead({ id: 'a', stages: ['7'] }, { id: 'a', stage: '8' })).toBe('lead a in stage 7');
  expect(wrongLead({ id: 'a', stages: [] }, { id: 'a' })).toBe('lead a with 0 deals');
  const seen = Array.from({ length: 50 }, (_, index) => ({ id: String(index), stages: ['7'] }));
  expect(wrongPage(seen, '7')).toBeUndefined();
  expect(wrongPage(seen, '8')).toBe('lead 0 in stage 7');
  expect(wrongPage([...seen.slice(1), { id: '1', stages: ['7'] }], '7')).toBe('a page with a lead twice');
});
