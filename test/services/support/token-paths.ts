import { randomBytes } from 'node:crypto';
import { connect as connectPlain } from 'node:net';
import { connect as connectSecure } from 'node:tls';

/** Where addresses with tokens are: of sources, and of calendars. */
export const PLACES = ['in', 'calendar'] as const;
export type Place = (typeof PLACES)[number];

/** Makes a token in the format of an address. */
export const newToken = (place: Place): string => `ent_${place}_${randomBytes(32).toString('base64url')}`;

const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Spellings of an address, also ones that reach no route. */
export const spellingsOf = (place: Place, token: string): string[] => [
  `/${place}/${token}`,
  `/${place}/${token}?phone=11987654321`,
  `/${place}/${token}/`,
  `//${place}//${token}`,
  `/${place.toUpperCase()}/${token.toUpperCase()}`,
  `/${place}/${encoded(token)}`,
  `/${encoded(place)}/${token}`,
  `/${encoded(place.toUpperCase())}/${encoded(token)}`,
  `/${place}%2F${token}`,
  `/${place}%2f${encoded(token)}`,
  `/console/../${place}/${token}`,
  `/api/v1/${place}/${token}`,
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
