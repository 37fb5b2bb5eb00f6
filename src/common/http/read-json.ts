import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error';
import { MAX_BODY_BYTES } from '../../contract/limits';
import { bytesRefusal, headerRefusal, NOT_UTF8, textRefusal } from './json-refusal';
import { readBytes } from './read-bytes';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON. Throws `payload_too_large` above 16 KB first, whatever the type. Throws `invalid_json` for
 * another type or charset, and a compressed, empty or undecodable body.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
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
