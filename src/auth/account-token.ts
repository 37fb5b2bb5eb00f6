import { randomBytes } from 'node:crypto';
import { base62, fromBase62 } from '../common/base62';

/** What a token is for: an owner's session, or a sign-in link that begins one. */
export type TokenKind = 'session' | 'link';

const ACCOUNT_LENGTH = 22;
const SHAPE = /^ent_(session|link)_([0-9A-Za-z]{22})[0-9A-Za-z]{43}$/;

/** A secret of 256 random bits that carries its account, so that its look-up names the account like any other query. */
export function newAccountToken(kind: TokenKind, accountId: string, secret = randomBytes(32)): string {
  const account = base62(BigInt(`0x${accountId.replaceAll('-', '')}`), ACCOUNT_LENGTH);
  return `ent_${kind}_${account}${base62(BigInt(`0x${secret.toString('hex')}`), 43)}`;
}

/** The account in a token of this kind; undefined when the text is no such token. */
export function accountOfToken(kind: TokenKind, token: string): string | undefined {
  const [, found, account] = SHAPE.exec(token) ?? [];
  if (found !== kind || !account) return undefined;
  const hex = fromBase62(account)?.toString(16).padStart(32, '0');
  if (hex?.length !== 32) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
