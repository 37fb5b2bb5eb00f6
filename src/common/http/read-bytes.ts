import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error';
import { CUT_OFF } from './json-refusal';
import { IMPORT_TYPES } from '../../contract/import';
import { MAX_IMPORT_BYTES } from '../../contract/limits';

/** Milliseconds after which a body counts as slow. */
const SLOW_MS = 1_000;

/** A request whose guard can check it again; throws when access was revoked. */
export interface CheckedRequest {
  checkAgain?: () => Promise<unknown>;
}

/**
 * Reads a body as received. Throws `payload_too_large`, with the message `tooLarge`, beyond `max` bytes, `invalid_json` when it is incomplete. Checks
 * access again after a slow body: a revocation takes effect immediately (specification, section 5, point 5).
 */
export async function readBytes(
  request: IncomingMessage & CheckedRequest,
  max: number,
  tooLarge?: string,
): Promise<Buffer> {
  const begin = performance.now();
  const bytes = await received(request, max, tooLarge);
  if (performance.now() - begin > SLOW_MS) await request.checkAgain?.();
  return bytes;
}

function received(request: IncomingMessage, max: number, tooLarge: string | undefined): Promise<Buffer> {
  const refusal = (): ApiError => new ApiError('payload_too_large', { message: tooLarge });
  if (Number(request.headers['content-length']) > max) return Promise.reject(refusal());
  const { socket } = request;
  if (request.destroyed || socket.destroyed) return Promise.reject(new ApiError('invalid_json', { message: CUT_OFF }));
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > max) {
        request.off('data', onData);
        request.resume();
        return reject(refusal());
      }
      chunks.push(chunk);
    };
    request.on('data', onData);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // The caller left during the body; without a reader of the answer, the wait must still end.
    const onBreak = (): void => {
      if (!request.readableEnded) reject(new ApiError('invalid_json', { message: CUT_OFF }));
    };
    request.once('error', onBreak);
    request.once('close', onBreak);
    // The server answers a broken body; then the connection closes, but never the request.
    socket.once('close', onBreak);
    request.once('end', () => socket.off('close', onBreak));
  });
}

const TYPES: ReadonlySet<string> = new Set(IMPORT_TYPES);

/** Reads a body as a file of people, unparsed. Throws 413 when it is too large, 422 for another type. */
export async function readCsvBody(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = `O arquivo pode ter até ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`;
  const bytes = await readBytes(request, MAX_IMPORT_BYTES, tooLarge);
  const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
  const [kind = ''] = type.split(';', 1);
  if (!TYPES.has(kind.trim().toLowerCase())) {
    throw ApiError.invalid([{ field: 'Content-Type', message: `deve ser ${IMPORT_TYPES.join(', ')}` }]);
  }
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw ApiError.invalid([{ field: 'Content-Encoding', message: 'o arquivo não pode vir compactado' }]);
  }
  return bytes;
}
