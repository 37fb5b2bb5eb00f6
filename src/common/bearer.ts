import type { IncomingMessage } from 'node:http';

/** The credential of the `Authorization: Bearer` header; undefined when there is none, or more than one header. */
export function bearerToken(request: IncomingMessage): string | undefined {
  const headers = request.headersDistinct.authorization;
  return headers?.length === 1 ? /^Bearer +(\S+)$/i.exec(headers[0] as string)?.[1] : undefined;
}
