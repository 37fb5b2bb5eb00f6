import { acrossAccounts, lockRow, readRow, readRows, write } from '../database/query';

/** A request for a sign-in link that nobody has worked on yet. */
export interface OpenRequest {
  readonly id: string;
  readonly requestedAt: Date;
  /** The e-mail address in the form in which addresses are compared. */
  readonly emailKey: string;
  /** Whose address asked, as limits count clients; blank when it is not known. */
  readonly network: string;
}

// Sent again after a lost connection, it adds no second row.
const ADD = acrossAccounts(
  `insert into sign_in_requests (id, requested_at, email_key, network) values ($1, $2, $3, $4) on conflict do nothing`,
  'add_sign_in_request',
);

/** Keeps a request until it is worked on. */
export const addRequest = ({ id, requestedAt, emailKey, network }: OpenRequest) =>
  write(ADD, [id, requestedAt, emailKey, network]);

/** How many requests are listed at once; PostgreSQL would sort a longer list instead of using the index. */
export const LISTED = 100;

const LIST_OPEN = acrossAccounts(
  `select id from sign_in_requests where email_key is not null and id > $1 order by id limit ${LISTED}`,
);

/** The requests that wait, after this one, the oldest first. */
export const listOpenRequests = (after: string) => readRows<{ id: string }>(LIST_OPEN, [after]);

const CLAIM = acrossAccounts(
  `select id, requested_at as "requestedAt", email_key as "emailKey", network from sign_in_requests
   where id = $1 and email_key is not null for update skip locked`,
);

/** Locks the request for this transaction; undefined when another one works on it, or did. */
export const claimRequest = (id: string) => lockRow<OpenRequest>(CLAIM, [id]);

const COUNT_MAILED = acrossAccounts(
  `select count(*) filter (where network_hash = $2)::int as "fromNetwork", count(*)::int as "inAll"
   from sign_in_requests where email_hash = $1 and requested_at > $3`,
);

/** How many requests for this e-mail address were answered with mails since, from this network and in all. */
export const countMailed = (emailHash: Buffer, networkHash: Buffer, since: Date) =>
  readRow<{ fromNetwork: number; inAll: number }>(COUNT_MAILED, [emailHash, networkHash, since]);
