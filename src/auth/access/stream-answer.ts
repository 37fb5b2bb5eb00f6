import { once } from 'node:events';
import type { Response } from 'express';
import type { AccountRequest } from './account-caller';

interface FileHeaders {
  readonly type: string;
  readonly name: string;
}

/**
 * Streams a file in pieces. Access is checked again before each piece, and the next piece waits until the caller has taken the last one.
 * HEAD makes no piece. An error cuts the connection, because a normal end would make the file look complete. Throws the check's error,
 * which becomes an answer only before the first piece.
 */
export async function streamFile(
  request: AccountRequest,
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

async function drained(response: Response): Promise<void> {
  const waiting = new AbortController();
  const end = { signal: waiting.signal };
  await Promise.race([once(response, 'drain', end), once(response, 'close', end)]).finally(() => waiting.abort());
}
