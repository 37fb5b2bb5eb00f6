import { acrossAccounts, lockRow, readRow, readRows, write } from '../../database/query';

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
