import { ApiError } from '../common/api-error';
import { sqlState } from '../database/errors';
import { prepared, type Queryable } from '../database/sql';

const FIND_USED_TODAY = prepared(
  'find_used_today',
  `select used from daily_submissions
   where account_id = $1 and day = (statement_timestamp() at time zone 'America/Sao_Paulo')::date`,
);

/** How many submissions of today count already; read early, without a lock, and taken last (`takeQuota`). */
export const findUsedToday = async (tx: Queryable, accountId: string): Promise<number> =>
  (await tx.row<{ used: number }>(FIND_USED_TODAY, [accountId]))?.used ?? 0;

/** The submission that has an external_id. */
export interface LedgerEntry {
  readonly conversationId: string;
  readonly leadId: string | null;
}

const FIND_LEDGER_ENTRY = prepared(
  'find_ledger_entry',
  `select conversation_id as "conversationId", lead_id as "leadId"
   from submissions where account_id = $1 and external_id = $2 and claims_external_id`,
);

export const findLedgerEntry = (tx: Queryable, accountId: string, externalId: string) =>
  tx.row<LedgerEntry>(FIND_LEDGER_ENTRY, [accountId, externalId]);

const INSERT_LEDGER_ENTRY = prepared(
  'insert_ledger_entry',
  `insert into submissions (account_id, id, external_id, claims_external_id, conversation_id, lead_id, key_id, request_id,
                            result, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', now()))`,
);

/** A row of the ledger to be written. */
export interface NewLedgerEntry {
  readonly id: string;
  readonly externalId: string | null;
  readonly claimsExternalId: boolean;
  readonly conversationId: string | null;
  readonly leadId: string | null;
  readonly keyId: string;
  readonly requestId: string;
  readonly result: 'created' | 'updated' | 'held';
}

/** Fails with 23505 when another submission has claimed the external_id meanwhile. */
export const insertLedgerEntry = (tx: Queryable, accountId: string, entry: NewLedgerEntry) =>
  tx.rows(INSERT_LEDGER_ENTRY, [
    accountId,
    entry.id,
    entry.externalId,
    entry.claimsExternalId,
    entry.conversationId,
    entry.leadId,
    entry.keyId,
    entry.requestId,
    entry.result,
  ]);

/** The day of a row `s` of the ledger, as the index over days and conversations has it. */
const DAY = `(s.created_at at time zone 'UTC')::date`;

/**
 * Whether a row `s` of the ledger belongs to the conversation: looked up in each day since the account began to receive any,
 * for an index by conversation alone would cost every submission a page that nobody touched for long.
 */
export const isOfConversation = (conversationId: string): string => `
  s.account_id = $1 and s.conversation_id = ${conversationId}
  and ${DAY} = any(array(
    select d.first + n from (select min(${DAY}) as first, max(${DAY}) as last from submissions s where s.account_id = $1) d
    cross join generate_series(0, d.last - d.first) n))`;

const SET_LEDGER_LEAD = prepared(
  'set_ledger_lead',
  `update submissions set lead_id = coalesce(lead_id, $3) where account_id = $1 and id = $2`,
);

/** The lead that a held submission was applied to, unless most of the submission went to another one when it came. */
export const setLedgerLead = (tx: Queryable, accountId: string, id: string, leadId: string) =>
  tx.rows(SET_LEDGER_LEAD, [accountId, id, leadId]);

const RELEASE_EXTERNAL_ID = prepared(
  'release_external_id',
  `update submissions set claims_external_id = false where account_id = $1 and id = $2`,
);

/** Lets another submission have the external_id of this one. */
export const releaseExternalId = (tx: Queryable, accountId: string, id: string) =>
  tx.rows(RELEASE_EXTERNAL_ID, [accountId, id]);

const TAKE_QUOTA = prepared(
  'take_quota',
  `insert into daily_submissions (account_id, day, used, allowed) values ($1, $2, 1, $3)
   on conflict (account_id, day) do update set used = daily_submissions.used + 1, allowed = excluded.allowed`,
);

/** A Brasília day as the transaction found it. */
export interface QuotaDay {
  readonly today: string;
  readonly secondsLeft: number;
}

/**
 * Counts one submission; the last row that a transaction locks before its COMMIT. A check constraint refuses more than
 * `allowed`, which fails the transaction: throws `rate_limited`.
 */
export async function takeQuota(tx: Queryable, accountId: string, day: QuotaDay, allowed: number): Promise<void> {
  try {
    await tx.rows(TAKE_QUOTA, [accountId, day.today, allowed]);
  } catch (error) {
    throw sqlState(error) === CHECK_VIOLATION ? quotaUsedUp(day) : error;
  }
}

/** Section 8: 3,000 submissions a day; the wait is until midnight in Brasília. */
export const quotaUsedUp = (day: QuotaDay): ApiError => new ApiError('rate_limited', { retryAfter: day.secondsLeft });

const CHECK_VIOLATION = '23514';
