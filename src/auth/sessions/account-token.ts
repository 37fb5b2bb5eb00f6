import { randomBytes } from 'node:crypto';
import { base62, fromBase62 } from '../../common/base62';

/** Purpose of a token: a session, or a sign-in link that begins one. */
export type TokenKind = 'session' | 'link';

const ACCOUNT_LENGTH = 22;
const SECRET_LENGTH = 43;
/** Release 1.2.0 gives members other than the owner tokens with `member_`. */
const SHAPES: Readonly<Record<TokenKind, RegExp>> = {
  session: /^ent_(?:member_)?session_[0-9A-Za-z]{65}$/,
  link: /^ent_(?:member_)?link_[0-9A-Za-z]{65}$/,
};

/** Makes a secret of 256 random bits that contains its account, so that the look-up can name the account. */
export function newAccountToken(kind: TokenKind, accountId: string, secret: Uint8Array = randomBytes(32)): string {
  const account = base62(BigInt(`0x${accountId.replaceAll('-', '')}`), ACCOUNT_LENGTH);
  const hex = Buffer.from(secret).toString('hex');
  return `ent_${kind}_${account}${base62(BigInt(`0x${hex}`), SECRET_LENGTH)}`;
}

/** Account in a token of this kind; undefined for other texts. */
export function accountOfToken(kind: TokenKind, token: string): string | undefined {
  if (!SHAPES[kind].test(token)) return undefined;
  // The token's form allows only base 62 digits here.
  const account = fromBase62(token.slice(-ACCOUNT_LENGTH - SECRET_LENGTH, -SECRET_LENGTH)) as bigint;
  const hex = account.toString(16).padStart(32, '0');
  return hex.length === 32 ? hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : undefined;
}
