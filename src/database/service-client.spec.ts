import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { ServiceClient } from './service-client';

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const TERMINATED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

/** A message of PostgreSQL: a letter, its length, and its contents. */
function message(type: string, contents: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(contents.length + 4, 1);
  return Buffer.concat([head, contents]);
}

/** Starts a server that sends `answers` one after the other, each when the client sent something, and then closes. */
async function serverOf(answers: readonly Buffer[][]): Promise<Server> {
  const server = createServer((socket) => {
    const left = [...answers];
    socket.on('data', () => {
      socket.write(Buffer.concat(left.shift() ?? []));
      if (left.length === 0) socket.end();
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

// An error that no listener takes fails the test, as it would end the service.
it.each([
  ['before it is ready', [[TERMINATED]]],
  ['as soon as it is ready, before its settings are sent', [[AUTHENTICATED, READY, TERMINATED]]],
  ['while its settings are set', [[AUTHENTICATED, READY], [TERMINATED]]],
  [
    'after its settings were refused',
    [
      [AUTHENTICATED, READY],
      [TERMINATED, TERMINATED],
    ],
  ],
])('a connection that the server ends %s fails to open, and ends nothing else', async (_when, answers) => {
  const server = await serverOf(answers);
  const { port } = server.address() as AddressInfo;
  const client = new ServiceClient({ host: '127.0.0.1', port, user: 'entrada', database: 'entrada', ssl: false });
  await expect(client.connect()).rejects.toThrow(/terminat|not queryable/);
  await client.end().catch(() => undefined);
  server.close();
  await once(server, 'close');
});
