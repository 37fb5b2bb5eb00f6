import { type OutgoingHttpHeaders, request } from 'node:http';

export interface Drained {
  readonly status: number;
  readonly bytes: number;
}

interface Sent {
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

const SLICE = 64 * 1024;

/** Counts the answer's bytes without keeping or parsing them, for tests that measure the service in this process. */
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
