import { request as plainRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer whose body is still compressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends one call. Its answer is not decompressed, and its server may show any certificate. */
export function call(
  url: string,
  options: RequestOptions & { servername?: string } = {},
  body?: string,
): Promise<RawAnswer> {
  const send = url.startsWith('https:') ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { agent: false, ...options, rejectUnauthorized: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.once('error', reject).end(body);
  });
}

/** Returns the text of an answer, decompressed by its headers. */
export function textOf({ headers, body }: RawAnswer): string {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync }[headers['content-encoding'] ?? ''];
  return (unpack ? unpack(body) : body).toString();
}
