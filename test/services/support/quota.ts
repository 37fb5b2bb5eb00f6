import type { Stack } from '../../fault/support/stack';

/** Uses up the account's submissions of today. */
export const useUpQuota = (stack: Stack, accountId: string): Promise<unknown> =>
  stack.sql(
    `insert into daily_submissions (account_id, day, used, allowed)
     values ($1, (now() at time zone 'America/Sao_Paulo')::date, 1000000000, 1000000000)
     on conflict (account_id, day) do update set used = excluded.used, allowed = excluded.allowed`,
    [accountId],
  );

/** Resets the account's daily limit, as on the next morning. */
export const renewQuota = (stack: Stack, accountId: string): Promise<unknown> =>
  stack.sql('delete from daily_submissions where account_id = $1', [accountId]);
