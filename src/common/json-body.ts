import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error';
import { MAX_BODY_BYTES } from '../contract/limits';
import { readBytes } from './read-bytes';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a request's body as JSON. The order is that of the checks: more than 16 KB is `payload_too_large`, whatever its
 * type; another content type or charset, a compressed, empty or undecodable body is `invalid_json`.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (!isJson(type) || (encoding !== undefined && encoding.toLowerCase() !== 'identity'))
    throw new ApiError('invalid_json');
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new ApiError('invalid_json');
  }
}

/** No content type counts as JSON; a charset, where one is given, must be UTF-8. */
function isJson(contentType: string | undefined): boolean {
  if (!contentType) return true;
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim()) as [string, ...string[]];
  const charsets = parameters.filter((parameter) => /^charset=/i.test(parameter));
  return JSON_TYPE.test(type) && charsets.every((charset) => /^charset=("?)utf-?8\1$/i.test(charset));
}
