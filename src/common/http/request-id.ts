import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { COMMON_HEADERS, requestFault } from './edge';

const HEADER = 'X-Request-Id';

/** Sets the request id (specification, section 7) and common headers. Throws for requests broken below HTTP. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader(HEADER, randomUUID());
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
  const fault = requestFault(request);
  if (fault) {
    response.setHeader('Connection', 'close');
    return next(fault);
  }
  if (!isDecodable(request.path)) request.url = NOWHERE;
  next();
}

export const requestIdOf = (response: Response): string => String(response.getHeader(HEADER));

const NOWHERE = '/-';

/** An undecodable path counts as not found; the router would answer it before any limit. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
