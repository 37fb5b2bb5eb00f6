import { randomBytes, createHmac } from 'node:crypto';
import { base62, fromBase62 } from '../../common/base62';
import type { Config } from '../../config/config';
import { secretHash } from '../keys/api-key';

/** Purpose of a token: a session, a sign-in link that begins one, or a calendar. */
export type TokenKind = 'session' | 'link' | 'calendar';

const ACCOUNT_LENGTH = 22;
const SECRET_LENGTH = 43;
/** Release 1.2.0 gives members other than the owner tokens with `member_`. */
const SHAPES: Readonly<Record<TokenKind, RegExp>> = {
  session: /^ent_(?:member_)?session_[0-9A-Za-z]{65}$/,
  link: /^ent_(?:member_)?link_[0-9A-Za-z]{65}$/,
  calendar: /^ent_calendar_[0-9A-Za-z]{65}$/,
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

/** Derives a link's token from its id and an unstored key, so that neither the outbox nor a database copy can open a session. */
export const linkToken = ({ operatorToken }: Config, accountId: string, linkId: string): string =>
  tokenMadeWith(operatorToken, accountId, linkId);

/** Token of the link with this hash, made with either operator token by any instance, also of release 1.2.0; undefined when neither fits. */
export function keptLinkToken(config: Config, accountId: string, linkId: string, hash: Buffer): string | undefined {
  const tokens = [config.operatorToken, config.secondOperatorToken].flatMap((key) => {
    const token = tokenMadeWith(key, accountId, linkId);
    return [token, token.replace('_', '_member_')];
  });
  return tokens.find((token) => secretHash(token).equals(hash));
}

const tokenMadeWith = (operatorToken: string | undefined, accountId: string, linkId: string): string =>
  newAccountToken('link', accountId, createHmac('sha256', `sign-in:${operatorToken}`).update(linkId).digest());

/** URL that uses a link's token; browsers do not send the part after the #. */
export const linkUrl = ({ publicUrl }: Config, token: string): string => `${publicUrl}/console#link=${token}`;
