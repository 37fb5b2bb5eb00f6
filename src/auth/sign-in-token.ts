import { createHmac } from 'node:crypto';
import type { Config } from '../config';
import { newAccountToken } from './account-token';

/**
 * The token of a sign-in link, made from the link's id with a key that no table holds: so the mail can be written when it is
 * sent, and neither the outbox nor a copy of the database can open a session.
 */
export const linkToken = ({ operatorToken }: Config, accountId: string, linkId: string): string =>
  newAccountToken('link', accountId, createHmac('sha256', `sign-in:${operatorToken}`).update(linkId).digest());

/** Where a link's token is used: behind the #, which browsers keep to themselves. */
export const linkUrl = ({ publicUrl }: Config, token: string): string => `${publicUrl}/console#link=${token}`;
