import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Partner, startApp, type TestApp } from '../support/app';
import { databaseUrl } from '../support/database';
import { HttpClient } from '../support/http-client';

/** The service connects to PostgreSQL through a relay that can stop forwarding. The test connects directly. */
let relay: Server;
let isDeaf = false;
const ofService = new Set<Socket>();
let near: TestApp;
let far: TestApp;
let partner: Partner;

beforeAll(async () => {
  const { hostname, port } = new URL(databaseUrl());
  relay = createServer((socket) => {
    socket.on('error', () => undefined).on('close', () => ofService.delete(socket));
    socket.once('data', (first: Buffer) => {
      if (first.includes('entrada service\0')) ofService.add(socket);
      if (isDeaf) return;
      const database = connect(Number(port), hostname).on('error', () => undefined);
      database.write(first);
      socket.pipe(database).pipe(socket);
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()));
  const url = Object.assign(new URL(databaseUrl()), { port: (relay.address() as AddressInfo).port });
  [near, far] = [await startApp(), await startApp({ DATABASE_URL: url.toString() })];
  partner = await near.partner('pipeline:read', 'leads:write');
});
afterAll(async () => {
  await far.close();
  await near.close();
  relay.close();
});

it('a database that accepts connections and never answers gives a 500 after two seconds, and is used again afterwards', async () => {
  const api = new HttpClient(`${far.url}/api/v1`, partner.key);
  expect((await api.get('/pipelines')).status).toBe(200);
  isDeaf = true;
  for (const socket of ofService) socket.destroy();
  const begin = performance.now();
  expect((await api.get('/pipelines')).status).toBe(500);
  const took = performance.now() - begin;
  expect(took).toBeGreaterThan(1_900);
  expect(took).toBeLessThan(7_500);
  isDeaf = false;
  expect((await api.get('/pipelines')).status).toBe(200);
});
