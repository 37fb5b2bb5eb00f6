import { type OutgoingHttpHeaders, request } from 'node:http';

/** An answer whose bytes were counted as they came. */
export interface Drained {
  readonly status: number;
  readonly bytes: number;
}

interface Sent {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

/** Bytes of a body that are sent at once. */
const SLICE = 64 * 1024;

/**
 * Sends a request and counts the bytes of its answer, which is neither kept nor parsed: for tests that measure the work of the service in
 * this process.
 */
export const drained = (url: string, { method, headers, body = Buffer.alloc(0) }: Sent): Promise<Drained> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { ...headers, 'Content-Length': body.length } }, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => (bytes += piece.length));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      response.once('error', reject);
    });
    outgoing.once('error', reject);
    for (let rest = body; rest.length > 0; rest = rest.subarray(SLICE)) outgoing.write(rest.subarray(0, SLICE));
    outgoing.end();
  });
