import { connect, type Socket } from 'node:net';

/** How long one address of a host may take to accept a connection, and all of them together, in milliseconds. */
const ADDRESS_MS = 5_000;
const CONNECT_MS = 30_000;

/**
 * Connects to a mail server. A server that has accepted a connection may be slow for minutes; an address that accepts none is
 * given up after seconds, so that a mail reaches the next address, or the next attempt, soon.
 */
export function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, autoSelectFamilyAttemptTimeout: ADDRESS_MS });
    const giveUp = (): void => {
      socket.destroy(Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT', hostname: host }));
    };
    socket.setTimeout(CONNECT_MS, giveUp);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0, giveUp);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}
