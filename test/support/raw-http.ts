import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from './patience';

/** An answer as sent; `headers` by lower-case name, each with all its values. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string[]>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  /** The request target, byte for byte. */
  readonly target: string;
  /** A list repeats the header; undefined omits a default one. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array;
}

/** Builds a request that closes its connection. Nothing is escaped or checked, so that it can be malformed. */
export function rawRequest({ method = 'GET', target, headers = {}, body }: RawRequest): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body ?? []);
  const all = {
    Host: 'entrada.test',
    Connection: 'close',
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${String(one)}`),
  );
  const head = [`${method} ${target} HTTP/1.1`, ...lines].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}

/** END closes our half of a connection, RESET breaks it. */
export const END = Symbol('end');
export const RESET = Symbol('reset');

export const ANSWER = Symbol('answer');

/** Steps on one connection: bytes to send, milliseconds to wait, a wait for the answer, the end. */
export type Script = readonly (string | Buffer | number | typeof ANSWER | typeof END | typeof RESET)[];

export async function exchange(url: string, script: Script, patienceMs = PATIENCE_MS): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // The service may close while we write; only its answer before that counts.
  socket.on('error', () => undefined);
  const late = setTimeout(() => socket.destroy(new Error('still open')), patienceMs);
  await play(socket, script);
  await closed;
  clearTimeout(late);
  return Buffer.concat(received).toString('latin1');
}

async function play(socket: Socket, script: Script): Promise<void> {
  for (const step of script) {
    if (typeof step === 'number') await sleep(step);
    else if (step === ANSWER) await answered(socket);
    else if (step === END) socket.end();
    else if (step === RESET) socket.resetAndDestroy();
    else if (socket.writable) socket.write(typeof step === 'string' ? Buffer.from(step, 'latin1') : step);
  }
}

const answered = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.bytesRead > 0 || socket.destroyed) resolve();
    socket.once('data', () => resolve());
    socket.once('close', () => resolve());
  });

/** Splits received bytes into answers. Throws for leftover bytes: an answer was sent twice or cut off. */
export function parseAnswers(received: string, { hasBody = true } = {}): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (end < 0 || !status) throw new Error(`no answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers: Record<string, string[]> = {};
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      (headers[name.toLowerCase()] ??= []).push(value);
    }
    const isInterim = status < 200;
    const length = hasBody && !isInterim ? Number(headers['content-length']?.[0] ?? 0) : 0;
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) throw new Error(`cut off: ${JSON.stringify(rest.slice(0, 400))}`);
    if (!isInterim) answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString('utf8') });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
