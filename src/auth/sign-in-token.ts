import { createHmac } from 'node:crypto';
import type { Config } from '../config';
import { newAccountToken } from './account-token';
import { secretHash } from './api-key';

/**
 * The token of a sign-in link, made from the link's id with a key that no table holds: so the mail can be written when it is
 * sent, and neither the outbox nor a copy of the database can open a session.
 */
export const linkToken = ({ operatorToken }: Config, accountId: string, linkId: string): string =>
  tokenMadeWith(operatorToken, accountId, linkId);

/**
 * The token of a link that is kept with this hash. It may have been made with either token of the operator, by an instance that
 * was started before or after they were replaced. Undefined: with neither.
 */
export function keptLinkToken(config: Config, accountId: string, linkId: string, hash: Buffer): string | undefined {
  const tokens = [config.operatorToken, config.secondOperatorToken].map((key) => tokenMadeWith(key, accountId, linkId));
  return tokens.find((token) => secretHash(token).equals(hash));
}

const tokenMadeWith = (operatorToken: string | undefined, accountId: string, linkId: string): string =>
  newAccountToken('link', accountId, createHmac('sha256', `sign-in:${operatorToken}`).update(linkId).digest());

/** Where a link's token is used: after the #, which browsers do not send. */
export const linkUrl = ({ publicUrl }: Config, token: string): string => `${publicUrl}/console#link=${token}`;
