import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Codings of files, the smallest first, with their file endings. */
export const CODINGS = { br: '.br', gzip: '.gz' } as const;
export type Coding = keyof typeof CODINGS;

/** Compresses the content in each coding that makes it smaller; slow, on other threads. */
export async function compressed(content: Buffer): Promise<Partial<Record<Coding, Buffer>>> {
  // The highest quality takes ten times as long, for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return { ...(br.length < content.length && { br }), ...(gz.length < content.length && { gzip: gz }) };
}
