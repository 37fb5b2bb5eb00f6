import { createHmac } from 'node:crypto';
import type { Config } from '../../config/config';
import { newAccountToken } from './account-token';
import { secretHash } from '../keys/api-key';

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
