import { once } from 'node:events';
import type { Response } from 'express';
import { inPieces, type TextBatches } from '../../common/in-slices';
import type { AccountRequest } from './account-caller';

/** An answer that is made while it is sent. */
export interface Streamed {
  /** JSON without it. */
  readonly type?: string;
  /** Name under which browsers save a file. */
  readonly name?: string;
  readonly batches: TextBatches | Iterable<Iterable<string>>;
  /** Writes the entry in the audit trail. Called once, with a right that was checked, and before data is sent. */
  readonly record?: () => Promise<unknown>;
}

/**
 * Streams an answer in pieces. Access is checked again before each piece, and the next piece waits until the caller has taken the last one.
 * HEAD makes no piece. An error cuts the connection, because a normal end would make it look complete. Throws the check's error,
 * which becomes an answer only before the first piece.
 */
export async function streamAnswer(
  request: AccountRequest,
  response: Response,
  { type = 'application/json; charset=utf-8', name, batches, record }: Streamed,
): Promise<void> {
  const headers = {
    'Content-Type': type,
    ...(name !== undefined && { 'Content-Disposition': `attachment; filename="${name}"` }),
  };
  if (request.method === 'HEAD') return void response.writeHead(200, headers).end();
  for await (const piece of inPieces(batches)) {
    await request.checkAgain?.();
    if (response.closed) return;
    if (!response.headersSent) {
      await record?.();
      // A caller who left meanwhile takes no piece, and would be waited for without end.
      if (response.closed) return;
      response.writeHead(200, headers);
    }
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

async function drained(response: Response): Promise<void> {
  const waiting = new AbortController();
  const end = { signal: waiting.signal };
  await Promise.race([once(response, 'drain', end), once(response, 'close', end)]).finally(() => waiting.abort());
}
