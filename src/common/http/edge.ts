import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { LARGE_BYTES, nextTurn } from '../../database/event-loop';
import { guarded } from '../process/guarded';
import { ApiError, envelope } from '../api-error';
import { MINUTE_MS } from '../../contract/durations';
import { JsonText } from '../json-in-parts';
import { Counter, Gauge } from 'prom-client';

/** Limits of one caller below HTTP. */
export interface Bounds {
  /** Milliseconds without sending or reading after which a connection is closed. */
  readonly stillMs: number;
  /** Open connections; further ones are closed at once. */
  readonly connections: number;
}

const BOUNDS: Bounds = { stillMs: MINUTE_MS, connections: 10_000 };

type Headers = Readonly<Record<string, string>>;

/** Makes browsers use only https, where the public address does; other hosts of the domain are not covered. */
const HSTS: Headers = { 'Strict-Transport-Security': 'max-age=31536000' };

const SERVER_OPTIONS = {
  // Longer than a usual balancer's idle time-out, so that it never uses a closing connection.
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  // Node would answer a missing Host without a body; `requestFault` answers it with the envelope.
  requireHostHeader: false,
  maxHeaderSize: 16 * 1024,
};

/** Nest's Express adapter; answers faults below HTTP with the envelope (docs/operations.md, "Connections"). */
export class EdgeAdapter extends ExpressAdapter {
  constructor(
    express: Express,
    private readonly publicUrl: string,
    private readonly bounds: Partial<Bounds> = {},
  ) {
    super(express);
  }

  override initHttpServer(): void {
    const { stillMs, connections } = { ...BOUNDS, ...this.bounds };
    const express = this.getInstance<Express>();
    const queue = new RequestQueue();
    const always = this.publicUrl.startsWith('https:') ? HSTS : {};
    const handle = (request: IncomingMessage, response: ServerResponse<IncomingMessage>): void =>
      queue.take(response, () => {
        for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
        request.url = pathOf(request.url ?? '');
        express(request, response);
      });
    const server = createServer(
      { ...SERVER_OPTIONS, ...classesOf(express) },
      guarded('a request was not handled', handle),
    );
    server.timeout = stillMs;
    countConnections(server, connections);
    server.maxHeadersCount = 100;
    server.setMaxListeners(20);
    guardTransport(server, queue, always);
    this.httpServer = server;
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof JsonText)) return super.reply(response, body, status) as unknown;
    if (status !== undefined) response.status(status);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return sendParts(response, body.parts);
  }
}

function sendParts(response: Response, parts: readonly string[]): void {
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  response.setHeader('Content-Length', bytes);
  if (bytes < LARGE_BYTES || parts.length === 1) response.end(parts.join(''));
  else void sendInSlices(response, parts);
}

async function sendInSlices(response: Response, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    await nextTurn();
    // A fault of the request's body may have been answered meanwhile.
    if (response.destroyed || response.writableEnded) return;
    response.write(part);
  }
  response.end();
}

/**
 * Creates Express requests and responses as such. Express would change the prototypes of Node's objects one by one. V8
 * then loses its optimizations: half of a short request's time, and the memory until a full collection.
 */
function classesOf(express: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse<ExpressRequest> {}
  Object.setPrototypeOf(ExpressRequest.prototype, express.request);
  Object.setPrototypeOf(ExpressResponse.prototype, express.response);
  // Express would set these prototypes; now it changes nothing.
  Object.assign(express, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** Returns the fault of a request that Node accepted; its connection cannot be trusted any more. */
export function requestFault(request: IncomingMessage): ApiError | undefined {
  const { host, 'transfer-encoding': codings } = request.headersDistinct;
  const hosts = host?.length ?? 0;
  const isOldClient = request.httpVersion === '1.0' && hosts === 0;
  if (hosts !== 1 && !isOldClient)
    return new ApiError('invalid_json', { message: 'A requisição deve ter um cabeçalho Host, e só um.' });
  if (codings && codings.join().trim().toLowerCase() !== 'chunked')
    return new ApiError('invalid_json', { message: UNKNOWN_CODING });
  return undefined;
}

const UNKNOWN_CODING = 'O cabeçalho Transfer-Encoding só pode ser chunked.';
const NO_PROXY = 'O método CONNECT não existe aqui: este serviço não é um proxy.';

/** Translates Node's fault code of an unreadable request. */
function transportError(code = ''): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `A linha da requisição e os cabeçalhos são grandes demais: juntos, podem ter até ${SERVER_OPTIONS.maxHeaderSize / 1024} KB.`;
    return new ApiError('payload_too_large', { message });
  }
  const message =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? `A requisição demorou demais: cabeçalhos e corpo devem chegar em ${SERVER_OPTIONS.requestTimeout / 1000} segundos.`
      : 'A requisição não é HTTP/1.1 válido: confira a linha da requisição, os cabeçalhos e o tamanho do corpo.';
  return new ApiError('invalid_json', { message });
}

/** Drops the origin of an absolute URL: the router reads paths. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const NOT_REFUSED = 'a request below HTTP was not refused';

function guardTransport(server: Server, queue: RequestQueue, always: Headers): void {
  const checkExpectation = (_request: IncomingMessage, response: ServerResponse): void =>
    queue.take(response, () =>
      answer(
        response,
        new ApiError('invalid_json', { message: 'O cabeçalho Expect tem um valor não suportado; envie sem ele.' }),
        always,
      ),
    );
  const connect = (_request: IncomingMessage, socket: Duplex): void => {
    // Node has released this connection: without another listener an error would end the process.
    socket.on('error', () => socket.destroy());
    queue.afterLatest(socket, () => refuse(socket, new ApiError('not_found', { message: NO_PROXY }), always));
  };
  const clientError = (fault: NodeJS.ErrnoException, socket: Duplex): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const error = transportError(fault.code);
    const broken = queue.latestOf(socket);
    if (!broken || broken.req.complete) queue.afterLatest(socket, () => refuse(socket, error, always));
    // The fault is in the body of the latest request, which may be answered already.
    else if (broken.headersSent) queue.afterLatest(socket, () => close(socket));
    else answer(broken, error, always);
  };
  server.on('checkExpectation', guarded(NOT_REFUSED, checkExpectation));
  server.on('connect', guarded(NOT_REFUSED, connect));
  server.on('clientError', guarded(NOT_REFUSED, clientError));
}

/** Headers of every answer, unless a page has others. */
export const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "frame-ancestors 'none'",
} as const;

function refusal(error: ApiError, requestId: string, always: Headers): { headers: Headers; body: string } {
  const body = JSON.stringify(envelope(error, requestId));
  const headers = {
    ...always,
    'X-Request-Id': requestId,
    ...COMMON_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { headers, body };
}

/** Answers and closes the connection, after the answers to earlier requests. */
function answer(response: ServerResponse, error: ApiError, always: Headers): void {
  const { headers, body } = refusal(error, String(response.getHeader('X-Request-Id') ?? randomUUID()), always);
  response.writeHead(error.status, headers).end(body);
}

/** Answers without a response object, and closes the connection. */
function refuse(socket: Duplex, error: ApiError, always: Headers): void {
  const { headers, body } = refusal(error, randomUUID(), always);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  close(socket, [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'));
}

/** Writes `text` and closes the connection, without reading further. */
function close(socket: Duplex, text = ''): void {
  if (socket.writable) socket.end(text);
  setTimeout(() => socket.destroy(), 1_000).unref();
}

const open = new Gauge({ name: 'http_connections', help: 'Open connections' });
const most = new Gauge({
  name: 'http_max_connections',
  help: 'The most that may be open; further ones are closed at once',
});
const refused = new Counter({ name: 'http_refused_connections_total', help: 'Connections beyond them' });

/** Counts the connections of the server, which accepts `max` at once. */
function countConnections(server: Server, max: number): void {
  server.maxConnections = max;
  most.set(max);
  server.on('connection', (socket) => {
    open.inc();
    socket.once('close', () => open.dec());
  });
  server.on('drop', () => refused.inc());
}

/** Handles pipelined requests one at a time: unread answers of Node's parallel handling could fill the memory. */
export class RequestQueue {
  private readonly latest = new WeakMap<Duplex, ServerResponse>();
  private readonly waiting = new WeakMap<Duplex, number>();

  latestOf(socket: Duplex): ServerResponse | undefined {
    return this.latest.get(socket);
  }

  /** Handles a request in its turn; never when the connection ended before. */
  take(response: ServerResponse, handle: () => void): void {
    const { socket } = response.req;
    const before = this.latest.get(socket);
    this.latest.set(socket, response);
    if (!before || before.closed) return handle();
    this.pause(socket);
    const handleNext = (): void => {
      this.resume(socket);
      // A request with a broken body has been answered already.
      if (!socket.destroyed && !response.headersSent) handle();
    };
    before.once('close', guarded('a request that waited was not handled', handleNext));
  }

  afterLatest(socket: Duplex, then: () => void): void {
    const before = this.latest.get(socket);
    if (before && !before.closed) before.once('close', guarded('a connection was not refused', then));
    else then();
  }

  private pause(socket: Duplex): void {
    const count = this.waiting.get(socket);
    this.waiting.set(socket, (count ?? 0) + 1);
    socket.pause();
    // Node resumes a connection when its written data is taken.
    if (count === undefined) socket.on('resume', () => void (this.waiting.get(socket) && socket.pause()));
  }

  private resume(socket: Duplex): void {
    const left = (this.waiting.get(socket) ?? 1) - 1;
    this.waiting.set(socket, left);
    if (left === 0) socket.resume();
  }
}
