import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';

/** A request's body as received. Throws `payload_too_large` beyond `max` bytes, `invalid_json` when it does not arrive whole. */
export function readBytes(request: IncomingMessage, max: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > max) return Promise.reject(new ApiError('payload_too_large'));
  if (request.destroyed) return Promise.reject(new ApiError('invalid_json'));
  return new Promise((resolve, reject) => {
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
      if (!request.readableEnded) reject(new ApiError('invalid_json'));
    };
    request.once('error', onBreak);
    request.once('close', onBreak);
  });
}
