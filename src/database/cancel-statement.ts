import { connect } from 'node:net';
import type { PoolClient } from 'pg';
import { serialize } from 'pg-protocol';
import { ignore } from './pool';

/** Milliseconds; an unanswered request does not delay the connection's next caller for longer. */
const PATIENCE_MS = 2_000;

/** Members of pg's client that its types omit: they name the server's process. */
interface Addressed {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/**
 * Asks the server to cancel the statement that runs on a connection, on a connection of its own and without TLS, as libpq does. The server
 * ends that connection: PgBouncer takes an end by us for a change of mind, and release 1.18 crashes. Resolves to whether the request cannot
 * reach a later statement: it was passed on, or not sent. Never throws.
 */
export function cancelStatement(client: PoolClient): Promise<boolean> {
  const { host, port, processID, secretKey } = client as unknown as Addressed;
  if (processID === null || secretKey === null) return Promise.resolve(true);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  return new Promise((resolve) => {
    let isSent = false;
    let isOver = false;
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('connect', () => {
      isSent = true;
      socket.write(serialize.cancel(processID, secretKey));
    });
    socket.on('end', () => (isOver = true));
    socket.on('error', ignore);
    socket.on('close', () => resolve(isOver || !isSent));
    socket.resume();
  });
}
