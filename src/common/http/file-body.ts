import type { IncomingMessage } from 'node:http';
import { ApiError } from '../api-error';
import { IMPORT_TYPES } from '../../contract/import';
import { MAX_IMPORT_BYTES } from '../../contract/limits';
import { readBytes } from './read-bytes';

const TYPES: ReadonlySet<string> = new Set(IMPORT_TYPES);

/** Reads a body as a file of people, unparsed. Throws 413 when it is too large, 422 for another type. */
export async function readCsvBody(request: IncomingMessage): Promise<Buffer> {
  const bytes = await readBytes(request, MAX_IMPORT_BYTES).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'payload_too_large') {
      throw new ApiError(error.code, { message: `O arquivo pode ter até ${MAX_IMPORT_BYTES / 1024 / 1024} MB.` });
    }
    throw error;
  });
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
