import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import type { Coding } from './compressed';

/** A file as it is sent: read and compressed once, so that every answer sends the same bytes. */
export interface ServedFile {
  readonly type: string;
  readonly content: Buffer;
  readonly codings: Readonly<Partial<Record<Coding, Buffer>>>;
}

/** How long an answer may be kept: for ever where the name changes with the content, else not without asking again. */
const CACHING = { forever: 'public, max-age=31536000, immutable', asked: 'no-cache' } as const;

/** Answers with the file, in the coding that the caller prefers; uncompressed when none is accepted. */
export function sendFile(request: Request, response: Response, file: ServedFile, caching: keyof typeof CACHING): void {
  const { type, content, codings } = file;
  const offered = Object.keys(codings) as Coding[];
  const [coding] = new Negotiator(request).encodings([...offered, 'identity'], { preferred: offered });
  const body = codings[coding as Coding];
  response.vary('Accept-Encoding');
  if (body) response.set('Content-Encoding', coding);
  response.set({ 'Content-Type': type, 'Cache-Control': CACHING[caching] }).send(body ?? content);
}
