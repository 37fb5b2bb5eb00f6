/** A moment in the database's time. */
export interface Clock {
  readonly now: Date;
  /** The Brasília day of `now`, and the seconds that are left of it. */
  readonly today: string;
  readonly secondsLeft: number;
}

/**
 * Select expressions for `Clock`. clock_timestamp(), not now(): that is when the transaction began, before it waited for its
 * locks, and an `updated_at` from it could go back.
 */
export const CLOCK = `date_trunc('milliseconds', clock_timestamp()) as now,
  to_char(clock_timestamp() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') as today,
  greatest(1, ceil(extract(epoch from
    date_trunc('day', clock_timestamp() at time zone 'America/Sao_Paulo' + interval '1 day')
      at time zone 'America/Sao_Paulo' - clock_timestamp()))::int) as "secondsLeft"`;

/** `updated_at` advances by at least a millisecond with every change and never goes back, whatever the clock does. */
export const laterThan = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));
