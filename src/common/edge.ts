import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { apart } from './apart';
import { ApiError, envelope } from './api-error';
import { countConnections } from './connections';
import { JsonText } from './json-text';
import { Turns } from './turns';

/** What one caller may hold of the service below HTTP. */
export interface Bounds {
  /** Milliseconds after which a connection is closed if nothing was sent and nothing of an answer was read. */
  readonly stillMs: number;
  /** Open connections; further ones are closed at once. */
  readonly connections: number;
}

const BOUNDS: Bounds = { stillMs: 60_000, connections: 10_000 };

type Headers = Readonly<Record<string, string>>;

/** Where the public address is https, browsers are told to use only https; we do not decide for other hosts of the domain. */
const HSTS: Headers = { 'Strict-Transport-Security': 'max-age=31536000' };

const SERVER_OPTIONS = {
  // Longer than the idle time-out of a usual balancer, so that it never sends into a connection that is just closing.
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  // Node would answer a missing Host without a body; `requestFault` answers it with the envelope.
  requireHostHeader: false,
  maxHeaderSize: 16 * 1024,
};

/**
 * Nest's Express adapter on a server that answers in the envelope below HTTP too: what cannot be parsed, is too large or
 * comes too slowly (docs/operations.md, "Connections").
 */
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
    const turns = new Turns();
    const always = this.publicUrl.startsWith('https:') ? HSTS : {};
    const handle = (request: IncomingMessage, response: ServerResponse<IncomingMessage>): void =>
      turns.take(response, () => {
        for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
        request.url = pathOf(request.url ?? '');
        express(request, response);
      });
    const server = createServer(
      { ...SERVER_OPTIONS, ...classesOf(express) },
      apart('a request was not handled', handle),
    );
    server.timeout = stillMs;
    countConnections(server, connections);
    server.maxHeadersCount = 100;
    server.setMaxListeners(20);
    guardTransport(server, turns, always);
    this.httpServer = server;
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof JsonText)) return super.reply(response, body, status) as unknown;
    if (status !== undefined) response.status(status);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body.text));
    return response.end(body.text);
  }
}

/**
 * Classes whose objects are Express requests and responses when they are made. Express turns Node's own into them by changing
 * their prototypes, one by one, which makes V8 forget what it knows about them: that took half of the time of a short request, and
 * kept every request alive until the next full collection of garbage.
 */
function classesOf(express: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse<ExpressRequest> {}
  Object.setPrototypeOf(ExpressRequest.prototype, express.request);
  Object.setPrototypeOf(ExpressResponse.prototype, express.response);
  // The prototypes that Express would set; now they are set already.
  Object.assign(express, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

/** What is wrong with a request that Node let through; the connection cannot be trusted after it. */
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

/** What Node's fault code of a request that it could not read means for its sender. */
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

/** The router reads paths: the origin of an absolute URL is dropped, because it decides nothing here. */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

const NOT_REFUSED = 'a request below HTTP was not refused';

function guardTransport(server: Server, turns: Turns, always: Headers): void {
  const checkExpectation = (_request: IncomingMessage, response: ServerResponse): void =>
    turns.take(response, () =>
      answer(
        response,
        new ApiError('invalid_json', { message: 'O cabeçalho Expect tem um valor não suportado; envie sem ele.' }),
        always,
      ),
    );
  const connect = (_request: IncomingMessage, socket: Duplex): void => {
    // Node has let go of this connection: nobody else listens, and an error would end the process.
    socket.on('error', () => socket.destroy());
    turns.afterLatest(socket, () => refuse(socket, new ApiError('not_found', { message: NO_PROXY }), always));
  };
  const clientError = (fault: NodeJS.ErrnoException, socket: Duplex): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const error = transportError(fault.code);
    const broken = turns.latestOf(socket);
    if (!broken || broken.req.complete) turns.afterLatest(socket, () => refuse(socket, error, always));
    // The fault is in the body of the latest request; one that was answered before its body came is not answered again.
    else if (broken.headersSent) turns.afterLatest(socket, () => close(socket));
    else answer(broken, error, always);
  };
  server.on('checkExpectation', apart(NOT_REFUSED, checkExpectation));
  server.on('connect', apart(NOT_REFUSED, connect));
  server.on('clientError', apart(NOT_REFUSED, clientError));
}

/** What the answer to such a request consists of, whichever way it is written. */
function refusal(error: ApiError, requestId: string, always: Headers): { headers: Headers; body: string } {
  const body = JSON.stringify(envelope(error, requestId));
  const headers = {
    ...always,
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { headers, body };
}

/** Answers and closes the connection, after the answers to the requests before. */
function answer(response: ServerResponse, error: ApiError, always: Headers): void {
  const { headers, body } = refusal(error, String(response.getHeader('X-Request-Id') ?? randomUUID()), always);
  response.writeHead(error.status, headers).end(body);
}

/** Writes an answer without a response object, and closes the connection. */
function refuse(socket: Duplex, error: ApiError, always: Headers): void {
  const { headers, body } = refusal(error, randomUUID(), always);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  close(socket, [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines, '', body].join('\r\n'));
}

/** Closes the connection with these last words. Whatever the caller still sends is not read. */
function close(socket: Duplex, words = ''): void {
  if (socket.writable) socket.end(words);
  setTimeout(() => socket.destroy(), 1_000).unref();
}
