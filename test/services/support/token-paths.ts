import { randomBytes } from 'node:crypto';
import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';

/** Makes a token in the format of a source's address. */
export const newToken = (): string => `ent_in_${randomBytes(32).toString('base64url')}`;

const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Spellings of a source's address, also ones that reach no route. */
export const spellingsOf = (token: string): string[] => [
  `/in/${token}`,
  `/in/${token}?phone=11987654321`,
  `/in/${token}/`,
  `//in//${token}`,
  `/IN/${token.toUpperCase()}`,
  `/in/${encoded(token)}`,
  `/${encoded('in')}/${token}`,
  `/${encoded('IN')}/${encoded(token)}`,
  `/in%2F${token}`,
  `/in%2f${encoded(token)}`,
  `/console/../in/${token}`,
  `/api/v1/in/${token}`,
  `/${token}`,
];

/** Faults of a request, from the end of its path on, that proxies refuse. */
export const BROKEN = [
  ' HTTP/9.9\r\nHost: x',
  ' HTTP/1.1\r\nHost: x\r\nContent-Length: x',
  ' HTTP/1.1\r\nHost: x\r\nA B: C',
  ' HTTP/1.1\r\nHost: a\r\nHost: b',
  ' a HTTP/1.1\r\nHost: x',
  '\u0001 HTTP/1.1\r\nHost: x',
  '%0 HTTP/1.1\r\nHost: x',
  '',
];

/** Writes bytes to a server, and waits until it answers or closes the connection. */
export async function sendRaw(url: string, bytes: string): Promise<void> {
  const { port, protocol } = new URL(url);
  const to = { port: Number(port), host: '127.0.0.1' };
  const socket = protocol === 'https:' ? connectSecure({ ...to, rejectUnauthorized: false }) : connectPlain(to);
  await new Promise((resolve) => {
    socket.once('data', resolve).once('close', resolve).once('error', resolve);
    socket.write(bytes);
  });
  socket.destroy();
}
