import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';
import { CUT_OFF } from './json-refusal';

/** A body that takes longer is a slow one, in milliseconds. */
const SLOW_MS = 1_000;

/** A request whose guard can ask once more whether it may pass; that throws when it may not any more. */
export interface CheckedRequest {
  checkAgain?: () => Promise<unknown>;
}

/**
 * A request's body as received. Throws `payload_too_large` beyond `max` bytes, `invalid_json` when it does not arrive whole. After a
 * slow body it is asked again whether its sender may still send it: a revocation takes effect immediately (specification,
 * section 5, point 5), however long a request is on its way.
 */
export async function readBytes(request: IncomingMessage & CheckedRequest, max: number): Promise<Buffer> {
  const begin = performance.now();
  const bytes = await arrived(request, max);
  if (performance.now() - begin > SLOW_MS) await request.checkAgain?.();
  return bytes;
}

function arrived(request: IncomingMessage, max: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > max) return Promise.reject(new ApiError('payload_too_large'));
  const { socket } = request;
  if (request.destroyed || socket.destroyed) return Promise.reject(new ApiError('invalid_json', { message: CUT_OFF }));
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > max) {
        request.off('data', onData);
        request.resume();
        return reject(new ApiError('payload_too_large'));
      }
      chunks.push(chunk);
    };
    request.on('data', onData);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // The caller went away in the middle of its body: nobody reads the answer, but the wait must end.
    const onBreak = (): void => {
      if (!request.readableEnded) reject(new ApiError('invalid_json', { message: CUT_OFF }));
    };
    request.once('error', onBreak);
    request.once('close', onBreak);
    // A broken body is answered by the server itself, and then the request never closes: only its connection does.
    socket.once('close', onBreak);
    request.once('end', () => socket.off('close', onBreak));
  });
}
