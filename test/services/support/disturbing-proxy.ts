import { createServer, type IncomingMessage, request as forward, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Disturbances of a call. A hosting company's page, 429, 503 and 301 replace the answer; the others break the connection. */
export type Trouble = 'page' | 'cut' | '429' | 'day' | '301' | '503' | 'reset before' | 'reset after';

/** A real proxy that disturbs the first calls and passes on the rest. */
export class DisturbingProxy {
  private readonly server: Server = createServer((request, response) => this.handle(request, response));
  private troubles: Trouble[] = [];
  readonly seen: { at: number; externalId: string; trouble: Trouble | undefined }[] = [];
  target = '';

  open = () => new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  close = () => new Promise<void>((resolve) => this.server.close(() => resolve()));

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  makeTrouble(...troubles: Trouble[]): void {
    this.troubles = troubles;
    this.seen.length = 0;
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const body = Buffer.concat(chunks);
      const trouble = this.troubles.shift();
      const { external_id: externalId } = JSON.parse(body.toString()) as { external_id: string };
      this.seen.push({ at: performance.now(), externalId, trouble });
      if (trouble === 'page') return void response.end('<h1>Em breve</h1>');
      if (trouble === 'cut')
        return void response.writeHead(503, { 'Content-Length': '900' }).write('no', () => response.destroy());
      if (trouble === '429')
        return void response.writeHead(429, { 'Retry-After': '2' }).end('{"error":{"code":"rate_limited"}}');
      if (trouble === 'day')
        return void response.writeHead(429, { 'Retry-After': '37225' }).end('{"error":{"code":"rate_limited"}}');
      if (trouble === '301') return void response.writeHead(301, { Location: this.url + (request.url ?? '') }).end();
      if (trouble === '503') return void response.writeHead(503).end('no server');
      if (trouble === 'reset before') return void request.socket.resetAndDestroy();
      this.pass(request, body, response, trouble === 'reset after');
    });
  }

  private pass(request: IncomingMessage, body: Buffer, response: ServerResponse, losesAnswer: boolean): void {
    const { method, headers, url } = request;
    const onward = forward(this.target + (url ?? ''), { method, headers }, (answer) => {
      if (!losesAnswer) return void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      answer.resume();
      answer.once('end', () => request.socket.resetAndDestroy());
    });
    onward.end(body);
  }
}
