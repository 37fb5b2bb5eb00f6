import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Cursors of paged lists: opaque to callers, signed with `secret`. `scope` names the list and its filters: it is signed
 * with the position but not part of the text, so a cursor is refused everywhere but in the list that it came from.
 */
export function writeCursor(secret: Buffer, scope: string, position: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([signature(secret, scope, payload), payload]).toString('base64url');
}

/** The position that `writeCursor` was given; undefined for a cursor that was altered or belongs to another list. */
export function readCursor(secret: Buffer, scope: string, cursor: string): string[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node skips what is not base64url; only the text that was given out is accepted.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const payload = bytes.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(secret, scope, payload))) return undefined;
  return JSON.parse(payload.toString()) as string[];
}

const SIGNATURE_BYTES = 16;

const signature = (secret: Buffer, scope: string, payload: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${scope}\n`).update(payload).digest().subarray(0, SIGNATURE_BYTES);
