import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listeningInode, processAt } from './listener';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1538 0100007F:9C40 01 00000000:00000000 00:00000000 00000000   105        0 111 1 0 20 4 30 10 -1
   1: 0100007F:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000   105        0 222 1 0 100 0 0 10 0
   2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 333 1 0 100 0 0 10 0`;

it('finds the socket that listens, not one that is connected', () => {
  expect(listeningInode(TABLE, 5_432)).toBe('222');
  expect(listeningInode(TABLE, 80)).toBe('333');
  expect(listeningInode(TABLE, 81)).toBeUndefined();
});

it('finds the process that listens at a port, by its program', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  expect(processAt(port, 'node')).toBe(process.pid);
  expect(processAt(port, 'postgres')).toBeUndefined();
  await new Promise((resolve) => server.close(resolve));
  expect(processAt(port, 'node')).toBeUndefined();
});
