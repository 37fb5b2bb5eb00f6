import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62 } from '../../common/base62';

/** Keys of the partner API, and addresses of sources. */
type Prefix = 'ent_live_' | 'ent_in_';

const AFTER_PREFIX = /^[0-9A-Za-z]{49}$/;
const CHECKSUM_LENGTH = 6;

/** Makes a key or token: a prefix known to secret scanners, 256 random bits, and the CRC-32 of both, in base 62. */
export function newSecret(prefix: Prefix): string {
  const unchecked = prefix + base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return unchecked + checksum(unchecked);
}

/** Whether the text has the form of a key or token; other texts are refused without a query. */
export const looksLikeSecret = (prefix: Prefix, text: string): boolean =>
  text.startsWith(prefix) &&
  AFTER_PREFIX.test(text.slice(prefix.length)) &&
  checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** Hash of a key or token. Needs no salt or stretching: a secret has 256 random bits. */
export const secretHash = (secret: string): Buffer => hash('sha256', secret, 'buffer');

export const hintOf = (key: string): string => key.slice(-4);

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
