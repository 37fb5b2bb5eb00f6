import { prepared, readRow, writeRow } from '../../database/query';
import type { SignInLink } from './sign-in-link.entity';

export interface OpenLink {
  readonly accountId: string;
  readonly accountName: string;
  readonly expiresAt: Date;
}

const FIND_LINK = prepared(
  'find_sign_in_link',
  `select a.id as "accountId", a.name as "accountName", l.expires_at as "expiresAt"
   from sign_in_links l join accounts a on a.id = l.account_id
   where l.account_id = $1 and l.token_hash = $2 and l.used_at is null and l.expires_at > $3`,
);

export const findLink = (accountId: string, tokenHash: Buffer, now: Date) =>
  readRow<OpenLink>(FIND_LINK, [accountId, tokenHash, now]);

const FIND_KEPT_LINK = prepared(
  'find_kept_sign_in_link',
  `select token_hash as "tokenHash", expires_at as "expiresAt" from sign_in_links where account_id = $1 and id = $2`,
);

/** A link by its id, as a mail names it, used or not. */
export const findKeptLink = (accountId: string, id: string) =>
  readRow<Pick<SignInLink, 'tokenHash' | 'expiresAt'>>(FIND_KEPT_LINK, [accountId, id]);

const USE_LINK = prepared(
  'use_sign_in_link',
  `update sign_in_links set used_at = $3
   where account_id = $1 and token_hash = $2 and used_at is null and expires_at > $3 returning id, member_id as "memberId"`,
);

/** Uses the link; undefined when it is used or expired. */
export const useLink = (accountId: string, tokenHash: Buffer, now: Date) =>
  writeRow<{ id: string; memberId: string }>(USE_LINK, [accountId, tokenHash, now]);
