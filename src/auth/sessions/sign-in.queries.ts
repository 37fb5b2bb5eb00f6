import { prepared, readRow, writeRow, acrossAccounts, lockRow, readRows, write } from '../../database/query';
import type { SignInLink } from './session.entity';

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

export interface OpenRequest {
  readonly id: string;
  readonly requestedAt: Date;
  /** E-mail address in normalised form, for comparisons. */
  readonly emailKey: string;
  /** Network of the client's address, as limits count clients; blank when unknown. */
  readonly network: string;
}

// A repeat after a lost connection adds no second row.
const ADD = acrossAccounts(
  `insert into sign_in_requests (id, requested_at, email_key, network) values ($1, $2, $3, $4) on conflict do nothing`,
  'add_sign_in_request',
);

export const addRequest = ({ id, requestedAt, emailKey, network }: OpenRequest) =>
  write(ADD, [id, requestedAt, emailKey, network]);

/** Requests per list; PostgreSQL would sort a longer list instead of using the index. */
export const LISTED = 100;

const LIST_OPEN = acrossAccounts(
  `select id from sign_in_requests where email_key is not null and id > $1 order by id limit ${LISTED}`,
);

/** Waiting requests after this one, oldest first. */
export const listOpenRequests = (after: string) => readRows<{ id: string }>(LIST_OPEN, [after]);

const CLAIM = acrossAccounts(
  `select id, requested_at as "requestedAt", email_key as "emailKey", network from sign_in_requests
   where id = $1 and email_key is not null for update skip locked`,
);

/** Locks the request for this transaction; undefined when another transaction holds it or has processed it. */
export const claimRequest = (id: string) => lockRow<OpenRequest>('sign-in request', CLAIM, [id]);

const COUNT_MAILED = acrossAccounts(
  `select count(*) filter (where network_hash = $2)::int as "fromNetwork", count(*)::int as "inAll"
   from sign_in_requests where email_hash = $1 and requested_at > $3`,
);

/** Requests for this e-mail address answered with mails since then: from this network, and in all. */
export const countMailed = (emailHash: Buffer, networkHash: Buffer, since: Date) =>
  readRow<{ fromNetwork: number; inAll: number }>(COUNT_MAILED, [emailHash, networkHash, since]);
