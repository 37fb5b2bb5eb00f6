import { ApiError } from '../../common/api-error';
import { limitMessage } from '../../common/rate-limit/limit-words';
import type { Config } from '../../config/config';
import { DAY_MS } from '../../contract/durations';
import { sqlState } from '../../database/errors';
import { map, planned, prepared, type Query, readRow, write } from '../../database/query';

const FIND_USED = planned(
  `select used from daily_submissions
   where account_id = $1 and day = (statement_timestamp() at time zone 'America/Sao_Paulo')::date - $2::int`,
);

/** Submissions of an account on a day in Brasília, so many days ago. */
const findUsed = (accountId: string, daysAgo: number) =>
  map(readRow<{ used: number }>(FIND_USED, [accountId, daysAgo]), (row) => row?.used ?? 0);

/** Reads today's count early and without a lock; `takeQuota` counts last. */
export const findUsedToday = (accountId: string) => findUsed(accountId, 0);

export const findUsedYesterday = (accountId: string) => findUsed(accountId, 1);

const TAKE_QUOTA = prepared(
  'take_quota',
  `insert into daily_submissions (account_id, day, used, allowed) values ($1, $2, 1, $3)
   on conflict (account_id, day) do update set used = daily_submissions.used + 1, allowed = excluded.allowed`,
);

interface QuotaDay {
  readonly today: string;
  readonly secondsLeft: number;
}

/**
 * Takes the last row lock before COMMIT. Throws `rate_limited`, and fails the transaction, when a check constraint refuses the count.
 */
export const takeQuota = (accountId: string, day: QuotaDay, limit: DailyLimit): Query<void> => ({
  ...write(TAKE_QUOTA, [accountId, day.today, limit.accountSubmissionsPerDay], 'day'),
  explain: (failure) => (sqlState(failure) === CHECK_VIOLATION ? quotaUsedUp(day, limit) : failure),
});

/** The daily limit; read in this file only. */
export type DailyLimit = Pick<Config['limits'], 'accountSubmissionsPerDay'>;

export const isUsedUp = (used: number, limit: DailyLimit): boolean => used >= limit.accountSubmissionsPerDay;

/** Section 8: 3,000 submissions a day; the wait ends at midnight in Brasília. */
export const quotaUsedUp = ({ secondsLeft }: QuotaDay, { accountSubmissionsPerDay }: DailyLimit): ApiError =>
  new ApiError('rate_limited', {
    retryAfter: secondsLeft,
    details: { limit: 'daily' },
    message: limitMessage({ name: 'daily', limit: accountSubmissionsPerDay, ttl: DAY_MS }, secondsLeft),
  });

const CHECK_VIOLATION = '23514';
