import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { requestFault } from './edge';

const HEADER = 'X-Request-Id';

/**
 * The first thing that happens to a request: its answer gets the request id (specification, section 7) and the headers that
 * hold for all answers. Throws for requests that are broken below HTTP.
 */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader(HEADER, randomUUID());
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const fault = requestFault(request);
  if (fault) {
    response.setHeader('Connection', 'close');
    return next(fault);
  }
  if (!isDecodable(request.path)) request.url = NOWHERE;
  next();
}

/** The id of the request that this response answers. */
export const requestIdOf = (response: Response): string => String(response.getHeader(HEADER));

/** A path that no route has. */
const NOWHERE = '/-';

/** A path that cannot be decoded is a resource that does not exist; the router would answer it before any limit. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
