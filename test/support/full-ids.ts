import { crc32 } from 'node:zlib';
import { base62 } from '../../src/common/base62';

/** What a full account has many of. Equal numbers of different kinds are different ids. */
const KINDS = [
  'lead',
  'deal',
  'activity',
  'appointment',
  'pipeline',
  'stage',
  'tag',
  'member',
  'automation',
  'key',
  'session',
  'held',
  'notification',
  'outbox',
  'bulk-job',
  'import',
  'source',
  'delivery',
] as const;
type Kind = (typeof KINDS)[number];

/** All of them were made yesterday, because lists take the moment of creation from the id. */
const YESTERDAY = (Date.now() - 86_400_000).toString(16).padStart(12, '0').replace(/.{8}/, '$&-');

/** Ids of one kind begin alike, so that their order is the order of their numbers. */
const beginningOf = (kind: Kind): string => `${YESTERDAY}-7000-80${String(KINDS.indexOf(kind)).padStart(2, '0')}-`;

/** The id of the `n`th of a kind, from 1; the same in every full account. */
export const idOf = (kind: Kind, n: number): string => beginningOf(kind) + String(n).padStart(12, '0');

/** SQL: that id for a number in SQL. */
export const sqlIdOf = (kind: Kind, n: string): string =>
  `('${beginningOf(kind)}' || lpad((${n})::text, 12, '0'))::uuid`;

/** SQL: a text of so many characters of four bytes, which ends in five digits of `n`. */
export const wide = (length: number, n = '0'): string => `repeat('😀', ${length - 5}) || lpad((${n})::text, 5, '0')`;

/** The token of the first source of an account. */
export function tokenOf(accountId: string): string {
  const unchecked = `ent_in_${accountId.replaceAll('-', '').padStart(43, '0')}`;
  return unchecked + base62(BigInt(crc32(unchecked)), 6);
}
