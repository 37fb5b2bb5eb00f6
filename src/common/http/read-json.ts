import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error';
import { MAX_BODY_BYTES } from '../../contract/limits';
import { bytesRefusal, headerRefusal, NOT_UTF8, textRefusal } from './json-refusal';
import { readBytes } from './read-bytes';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON. Throws `payload_too_large` above `maxBytes` first, whatever the type. Throws `invalid_json` for
 * another type or charset, and a compressed, empty or undecodable body.
 */
export async function readJsonBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const tooLarge = maxBytes === MAX_BODY_BYTES ? undefined : `O corpo pode ter até ${maxBytes / 1024} KB.`;
  const bytes = await readBytes(request, maxBytes, tooLarge);
  const { 'content-type': type, 'content-encoding': coding } = request.headers;
  refuse(headerRefusal(type, coding) ?? bytesRefusal(bytes));
  const text = decoded(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid_json', { message: textRefusal(text) });
  }
}

function decoded(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ApiError('invalid_json', { message: NOT_UTF8 });
  }
}

function refuse(message: string | undefined): void {
  if (message !== undefined) throw new ApiError('invalid_json', { message });
}
