import { connect, type Socket } from 'node:net';

/** Milliseconds in which one address of a host must accept a connection, and all of them together. */
const ADDRESS_MS = 5_000;
const CONNECT_MS = 30_000;

/** Connects to a mail server. An address that accepts no connection is given up after seconds, so that the next one follows soon. */
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
