import { ApiError } from '../../common/api-error';
import { limitMessage } from '../../common/rate-limit/limit-words';
import type { Config } from '../../config';
import { inOrder, inserted, propertiesOf, selection } from '../../database/columns';
import { sqlState } from '../../database/errors';
import { map, planned, prepared, type Query, readRow, write } from '../../database/query';
import { LedgerEntry } from './ledger-entry.entity';

const FIND_USED_TODAY = planned(
  `select used from daily_submissions
   where account_id = $1 and day = (statement_timestamp() at time zone 'America/Sao_Paulo')::date`,
);

/** How many submissions of today count already; read early, without a lock, and taken last (`takeQuota`). */
export const findUsedToday = (accountId: string) =>
  map(readRow<{ used: number }>(FIND_USED_TODAY, [accountId]), (row) => row?.used ?? 0);

/** Where the submission that has an external_id went; entries from before pipelines were kept have none. */
export type ClaimingEntry = Readonly<Pick<LedgerEntry, (typeof CLAIMING)[number]>>;

export const CLAIMING = ['conversationId', 'leadId', 'pipelineId'] as const satisfies (keyof LedgerEntry)[];

const FIND_LEDGER_ENTRY = planned(
  `select ${selection(LedgerEntry, 's', CLAIMING)}
   from submissions s
   where s.account_id = $1 and s.external_id = $2 and s.imported = $3 and s.claims_external_id`,
);

/** Imports have external_ids of their own: someone who knows a file could otherwise send one of its rows first. */
export const findLedgerEntry = (accountId: string, externalId: string, imported: boolean) =>
  readRow<ClaimingEntry>(FIND_LEDGER_ENTRY, [accountId, externalId, imported]);

/** The day follows from the moment. */
const WRITTEN = propertiesOf(LedgerEntry, 'createdAt', 'day');

const INSERT_LEDGER_ENTRY = prepared(
  'insert_ledger_entry',
  `insert into submissions ${inserted(LedgerEntry, WRITTEN, { createdAt: `date_trunc('milliseconds', now())` })}`,
);

/** A row of the ledger to be written. */
export type NewLedgerEntry = Readonly<Omit<LedgerEntry, 'accountId' | 'createdAt' | 'day'>>;

/** Fails with 23505 when another submission has claimed the external_id meanwhile. */
export const insertLedgerEntry = (accountId: string, entry: NewLedgerEntry) =>
  write(INSERT_LEDGER_ENTRY, inOrder(WRITTEN, { accountId, ...entry }));

/** The first or the last day of the account's ledger: with min and max, PostgreSQL would read all of few rows. */
const anEndOfDays = (direction: 'asc' | 'desc'): string =>
  `select s.day from submissions s where s.account_id = $1 order by 1 ${direction} limit 1`;

/**
 * The ids of the ledger's rows of a conversation, as an array: looked up day by day since the account's first one,
 * because an index by conversation alone would cost every submission a page that nobody touched for long. The days are counted outside
 * the look-up: a sum with the column might leak the row, so that under row level security PostgreSQL 15 and 16 would not use the index.
 */
export const idsOfConversation = (conversationId: string): string => `array(
  select i.id from (select (${anEndOfDays('asc')}) as first, (${anEndOfDays('desc')}) as last) d
  cross join lateral (select d.first + n as day from generate_series(0, d.last - d.first) n offset 0) n
  cross join lateral (select s.id from submissions s
                      where s.account_id = $1 and s.day = n.day and s.conversation_id = ${conversationId} offset 0) i)`;

/** Changes the rows `s` of the ledger that have the ids of this array, each found by its key (docs/architecture.md, "How it stays fast"). */
export const updateLedger = (ids: string, assignment: string): string => `
  with named as materialized (select $1::uuid as account_id, unnest(${ids}) as id)
  update submissions s set ${assignment} from named n
  where n.account_id = $1 and s.account_id = $1 and s.id between n.id and n.id`;

const SETTLE_LEDGER_ENTRY = prepared(
  'settle_ledger_entry',
  `update submissions
   set lead_id = coalesce(lead_id, $3), conversation_id = coalesce(conversation_id, $4), pipeline_id = coalesce($5, pipeline_id)
   where account_id = $1 and id = $2`,
);

/** Where a held submission went. */
interface Settlement {
  readonly leadId: string;
  /** The conversation that it made; null where it made none. */
  readonly conversationId: string | null;
  /** The pipeline of its deal; null when its deal was decided when it came. */
  readonly pipelineId: string | null;
}

/** Records where a held submission went, unless most of it went to a lead when it came. */
export const settleLedgerEntry = (accountId: string, id: string, to: Settlement) =>
  write(SETTLE_LEDGER_ENTRY, [accountId, id, to.leadId, to.conversationId, to.pipelineId]);

const RELEASE_EXTERNAL_ID = prepared(
  'release_external_id',
  `update submissions set claims_external_id = false where account_id = $1 and id = $2`,
);

/** Lets another submission have the external_id of this one. */
export const releaseExternalId = (accountId: string, id: string) => write(RELEASE_EXTERNAL_ID, [accountId, id]);

const TAKE_QUOTA = prepared(
  'take_quota',
  `insert into daily_submissions (account_id, day, used, allowed) values ($1, $2, 1, $3)
   on conflict (account_id, day) do update set used = daily_submissions.used + 1, allowed = excluded.allowed`,
);

/** A Brasília day as the transaction found it. */
interface QuotaDay {
  readonly today: string;
  readonly secondsLeft: number;
}

/**
 * Counts one submission; the last row that a transaction locks before its COMMIT. A check constraint refuses more than
 * `allowed`, which fails the transaction: throws `rate_limited`.
 */
export const takeQuota = (accountId: string, day: QuotaDay, limit: DailyLimit): Query<void> => ({
  ...write(TAKE_QUOTA, [accountId, day.today, limit.accountSubmissionsPerDay]),
  explain: (failure) => (sqlState(failure) === CHECK_VIOLATION ? quotaUsedUp(day, limit) : failure),
});

/** The one setting that says how many submissions of a day count; it is read in this file only. */
type DailyLimit = Pick<Config['limits'], 'accountSubmissionsPerDay'>;

/** Whether no further submission of the day counts. */
export const isUsedUp = (used: number, limit: DailyLimit): boolean => used >= limit.accountSubmissionsPerDay;

/** Section 8: 3,000 submissions a day; the wait is until midnight in Brasília. */
export const quotaUsedUp = ({ secondsLeft }: QuotaDay, { accountSubmissionsPerDay }: DailyLimit): ApiError =>
  new ApiError('rate_limited', {
    retryAfter: secondsLeft,
    details: { limit: 'daily' },
    message: limitMessage({ name: 'daily', limit: accountSubmissionsPerDay, ttl: DAY_MS }, secondsLeft),
  });

const DAY_MS = 86_400_000;

const CHECK_VIOLATION = '23514';
