import { EventEmitter, once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import express, { type Response } from 'express';
import { nextTurn } from '../../database/event-loop';
import { type Bounds, EdgeAdapter, RequestQueue } from './edge';
import { JsonText } from '../json-in-parts';

/** A connection on which requests arrive at once. */
class Pipelined {
  readonly socket = new PassThrough();
  readonly handled: number[] = [];
  private readonly answers: (EventEmitter & { closed: boolean })[] = [];

  constructor(requests: number) {
    const turns = new RequestQueue();
    for (let nth = 0; nth < requests; nth++) {
      const answer = Object.assign(new EventEmitter(), { req: { socket: this.socket }, closed: false });
      this.answers.push(answer);
      turns.take(answer as unknown as ServerResponse, () => this.handled.push(nth));
    }
  }

  /** Ends an answer: it has left. */
  leave(nth: number): void {
    const answer = this.answers[nth];
    if (!answer) throw new Error('no such request');
    answer.closed = true;
    answer.emit('close');
  }
}

describe('of the requests of one connection', () => {
  it('one is handled when the answer before it has left', () => {
    const connection = new Pipelined(3);
    expect(connection.handled).toEqual([0]);
    connection.leave(0);
    expect(connection.handled).toEqual([0, 1]);
    connection.leave(1);
    expect(connection.handled).toEqual([0, 1, 2]);
  });

  it('nothing more is read while requests wait, even when Node resumes the connection', () => {
    const connection = new Pipelined(3);
    expect(connection.socket.isPaused()).toBe(true);
    connection.socket.resume();
    connection.socket.emit('resume');
    expect(connection.socket.isPaused()).toBe(true);
    connection.leave(0);
    expect(connection.socket.isPaused()).toBe(true);
    connection.leave(1);
    expect(connection.socket.isPaused()).toBe(false);
  });

  it('none is handled after the connection has ended', () => {
    const connection = new Pipelined(2);
    connection.socket.destroy();
    connection.leave(0);
    expect(connection.handled).toEqual([0]);
  });
});

describe('a connection', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  async function serve(bounds: Partial<Bounds>): Promise<() => Socket> {
    const adapter = new EdgeAdapter(express(), 'http://entrada.test', bounds);
    adapter.initHttpServer();
    const server: Server = adapter.getHttpServer();
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return () => connect((server.address() as AddressInfo).port, '127.0.0.1');
  }

  async function receivedBy(socket: Socket): Promise<string> {
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString()));
    await once(socket, 'close');
    return text;
  }

  it('without any traffic is closed', async () => {
    const open = await serve({ stillMs: 200 });
    // Without the bound, Node would answer that the request took too long.
    expect(await receivedBy(open())).toBe('');
  });

  it('beyond the bound is closed at once', async () => {
    const open = await serve({ connections: 1 });
    const first = open();
    await once(first, 'connect');
    // An accepted one would get an answer.
    expect(await receivedBy(open().end('GET / HTTP/1.1\r\n\r\n'))).toBe('');
    first.destroy();
  });
});

describe('an answer in large parts', () => {
  const PARTS = Array.from({ length: 20 }, (_, nth) => JSON.stringify([`${nth}é😀`.repeat(2_000)]));
  let server: Server;
  let handle: (adapter: EdgeAdapter, response: Response) => void;

  beforeAll(async () => {
    const app = express();
    const adapter = new EdgeAdapter(app, 'http://entrada.test');
    app.get('/', (_, response) => handle(adapter, response));
    adapter.initHttpServer();
    server = adapter.getHttpServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => server.close());

  const answer = () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);

  it('has its length and all parts, with a turn of the event loop for each', async () => {
    let turns = 0;
    handle = (adapter, response) => {
      let next = setImmediate(function count() {
        turns++;
        next = setImmediate(count);
      });
      response.once('finish', () => clearImmediate(next));
      adapter.reply(response, JsonText.page(PARTS, null));
    };
    const received = await answer();
    const text = await received.text();
    expect(Number(received.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    expect(JSON.parse(text)).toEqual({
      data: PARTS.flatMap((part) => JSON.parse(part) as string[]),
      next_cursor: null,
    });
    expect(turns).toBeGreaterThanOrEqual(PARTS.length);
  });

  it('stops where a fault of the request ended it, and the caller does not read', async () => {
    const errors: Error[] = [];
    const unread = Object.assign(new PassThrough(), { setHeader: () => undefined }).on('error', (error) =>
      errors.push(error),
    );
    new EdgeAdapter(express(), 'http://entrada.test').reply(unread as unknown as Response, JsonText.page(PARTS, null));
    unread.end('{"error":{}}');
    for (const _ of PARTS) await nextTurn();
    expect(errors).toEqual([]);
    expect(String(unread.read())).toBe('{"error":{}}');
  });
});
