import { once } from 'node:events';
import type { Response } from 'express';
import type { AdminRequest } from './admin-caller';

/** How a file is named and what it is. */
export interface FileHeaders {
  readonly type: string;
  readonly name: string;
}

/**
 * Sends a file of pieces. Before each piece the right to it is checked again, and the next piece is made when the caller has taken
 * the last one. HEAD gets the headers, and no piece is made. After an error the connection is cut, because with a normal end the
 * file would look complete. Throws as the check does; before the first piece that becomes an answer.
 */
export async function sendFile(
  request: AdminRequest,
  response: Response,
  { type, name }: FileHeaders,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const headers = { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
  if (request.method === 'HEAD') return void response.writeHead(200, headers).end();
  for await (const piece of pieces) {
    await request.checkAgain?.();
    if (response.closed) return;
    if (!response.headersSent) response.writeHead(200, headers);
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

/** Resolves when the caller has taken what was written, or has left. */
async function drained(response: Response): Promise<void> {
  const waiting = new AbortController();
  const end = { signal: waiting.signal };
  await Promise.race([once(response, 'drain', end), once(response, 'close', end)]).finally(() => waiting.abort());
}
