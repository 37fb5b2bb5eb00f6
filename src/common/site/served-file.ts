import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import type { Coding } from './compressed';

/** A file read and compressed once, so that every answer has the same bytes. */
export interface ServedFile {
  readonly type: string;
  readonly content: Buffer;
  readonly codings: Readonly<Partial<Record<Coding, Buffer>>>;
}

/** Cache lifetime: for ever where the name changes with the content, else revalidated. */
const CACHING = { forever: 'public, max-age=31536000, immutable', asked: 'no-cache' } as const;

/** Answers with the file in the preferred coding; uncompressed when none is accepted. */
export function serveFile(request: Request, response: Response, file: ServedFile, caching: keyof typeof CACHING): void {
  const { type, content, codings } = file;
  const offered = Object.keys(codings) as Coding[];
  const [coding] = new Negotiator(request).encodings([...offered, 'identity'], { preferred: offered });
  const body = codings[coding as Coding];
  response.vary('Accept-Encoding');
  if (body) response.set('Content-Encoding', coding);
  response.set({ 'Content-Type': type, 'Cache-Control': CACHING[caching] }).send(body ?? content);
}
