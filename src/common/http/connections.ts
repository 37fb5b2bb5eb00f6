import type { Server } from 'node:http';
import { Counter, Gauge } from 'prom-client';

const open = new Gauge({ name: 'http_connections', help: 'Open connections' });
const most = new Gauge({
  name: 'http_max_connections',
  help: 'The most that may be open; further ones are closed at once',
});
const refused = new Counter({ name: 'http_refused_connections_total', help: 'Connections beyond them' });

/** Counts the connections of the server, which accepts `max` at once. */
export function countConnections(server: Server, max: number): void {
  server.maxConnections = max;
  most.set(max);
  server.on('connection', (socket) => {
    open.inc();
    socket.once('close', () => open.dec());
  });
  server.on('drop', () => refused.inc());
}
