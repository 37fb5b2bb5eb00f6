import { createHmac, timingSafeEqual } from 'node:crypto';

/** Writes an opaque cursor. `secret` signs it with `scope`, its list and filters, so other lists refuse it. */
export function writeCursor(secret: Buffer, scope: string, position: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([signature(secret, scope, payload), payload]).toString('base64url');
}

/** Reads the position of a cursor; undefined when it was altered or belongs to another list. */
export function readCursor(secret: Buffer, scope: string, cursor: string): string[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node skips characters outside base64url; only the original text is accepted.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const payload = bytes.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(secret, scope, payload))) return undefined;
  return JSON.parse(payload.toString()) as string[];
}

const SIGNATURE_BYTES = 16;

const signature = (secret: Buffer, scope: string, payload: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${scope}\n`).update(payload).digest().subarray(0, SIGNATURE_BYTES);
