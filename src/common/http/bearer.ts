import type { IncomingMessage } from 'node:http';

/** Reads the credential of the `Authorization: Bearer` header; undefined without one, or with several headers. */
export function bearerToken(request: IncomingMessage): string | undefined {
  const headers = request.headersDistinct.authorization;
  return headers?.length === 1 ? /^Bearer +(\S+)$/i.exec(headers[0] as string)?.[1] : undefined;
}
