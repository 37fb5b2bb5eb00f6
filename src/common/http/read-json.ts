import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error';
import { MAX_BODY_BYTES } from '../../contract/limits';
import { bytesRefusal, headerRefusal, NOT_UTF8, textRefusal } from './json-refusal';
import { readBytes } from './read-bytes';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** How a route reads its body. */
export interface BodyRules {
  /** Without it, as much as any other body. */
  readonly maxBytes?: number;
  /** Whether no body is an empty object. */
  readonly isOptional?: boolean;
}

/**
 * Reads a body as JSON. Throws `payload_too_large` above `maxBytes` first, whatever the type. Throws `invalid_json` for
 * another type or charset, and a compressed, empty or undecodable body. No body is `{}` where it is optional.
 */
export async function readJsonBody(
  request: IncomingMessage,
  { maxBytes = MAX_BODY_BYTES, isOptional = false }: BodyRules = {},
): Promise<unknown> {
  const tooLarge = maxBytes === MAX_BODY_BYTES ? undefined : `O corpo pode ter até ${maxBytes / 1024} KB.`;
  const bytes = await readBytes(request, maxBytes, tooLarge);
  if (isOptional && bytes.length === 0) return {};
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
