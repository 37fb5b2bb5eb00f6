import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib';
import { ApiError } from '../../common/api-error';
import { Semaphore } from '../../common/process/semaphore';
import { MAX_DELIVERY_BYTES } from '../../contract/limits';

type Inflate = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unzipped: Inflate = promisify(unzip);
const inflatedRaw: Inflate = promisify(inflateRaw);
const unbrotlied: Inflate = promisify(brotliDecompress);

/** One body at a time, as it may take 16 MB and 60 ms before anything of it can be counted. */
const brotli = new Semaphore(1);

/** The content encodings that are inflated. Some programs send `deflate` without the header of zlib, which begins with an 8. */
const INFLATE: ReadonlyMap<string, Inflate> = new Map([
  ['gzip', unzipped],
  ['x-gzip', unzipped],
  ['deflate', (bytes, options) => (((bytes[0] ?? 0) & 0x0f) === 8 ? unzipped : inflatedRaw)(bytes, options)],
  ['br', (bytes, options) => brotli.run(() => unbrotlied(bytes, options))],
]);

/**
 * Inflates a compressed body. Throws `payload_too_large` beyond the bytes of a delivery. Returns the bytes as they are for another
 * encoding, several, and what cannot be inflated, which some senders only say.
 */
export async function inflated(bytes: Buffer, encoding = ''): Promise<Buffer> {
  const inflate = INFLATE.get(encoding.trim().toLowerCase());
  if (!inflate) return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: MAX_DELIVERY_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new ApiError('payload_too_large');
    return bytes;
  }
}
