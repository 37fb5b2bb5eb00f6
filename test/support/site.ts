import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request. Unlike `fetch` it does not decode the answer or follow redirects. */
export function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject).end();
  });
}

export const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

/** Returns the files that a page refers to as paths; `page` is the page's path. */
export const filesOf = (page: string, html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"?]+)"/g)].map(([, file]) => new URL(file ?? '', `http://x${page}`).pathname);

export const NEGOTIATIONS: readonly [accepted: string | undefined, coding: 'br' | 'gzip' | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate, zstd', undefined],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip;q=0.001', 'gzip'],
  ['gzip;q=0', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, *;q=0.1', 'br'],
  ['identity;q=0, *', 'br'],
  ['identity;q=0, gzip', 'gzip'],
  // Without an acceptable coding, the file is sent plain.
  ['*;q=0', undefined],
  ['identity;q=0', undefined],
  ['br;q=0, gzip;q=0, identity;q=0', undefined],
  ['gzip;q=x', undefined],
];
