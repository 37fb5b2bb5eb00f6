import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** What a cursor belongs to: the secret signs it with `scope`, its list and filters, so other lists refuse it. */
export interface CursorList {
  readonly secret: Buffer;
  readonly scope: string;
  /** Whether the position is encrypted: a page may end at a row that the caller must not know. */
  readonly isSealed?: boolean;
}

/** Writes an opaque cursor. */
export function writeCursor({ secret, scope, isSealed = false }: CursorList, position: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(position));
  const signed = signature(secret, scope, payload);
  return Buffer.concat([signed, isSealed ? sealed(secret, signed, payload) : payload]).toString('base64url');
}

/** Reads the position of a cursor; undefined when it was altered or belongs to another list. */
export function readCursor({ secret, scope, isSealed = false }: CursorList, cursor: string): string[] | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Node skips characters outside base64url; only the original text is accepted.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const signed = bytes.subarray(0, SIGNATURE_BYTES);
  const sent = bytes.subarray(SIGNATURE_BYTES);
  const payload = isSealed ? sealed(secret, signed, sent) : sent;
  if (!timingSafeEqual(signed, signature(secret, scope, payload))) return undefined;
  return JSON.parse(payload.toString()) as string[];
}

const SIGNATURE_BYTES = 16;

const signature = (secret: Buffer, scope: string, payload: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${scope}\n`).update(payload).digest().subarray(0, SIGNATURE_BYTES);

/** Encrypts a payload, or decrypts it. Its signature is the start of the key stream, so two positions never share one (as in AES-SIV). */
function sealed(secret: Buffer, signed: Buffer, payload: Buffer): Buffer {
  // Stryker disable next-line StringLiteral: any text makes a key of its own.
  const key = createHmac('sha256', secret).update('sealed cursors').digest();
  return createCipheriv('aes-256-ctr', key, signed).update(payload);
}
